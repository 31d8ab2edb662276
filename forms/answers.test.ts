import { expect, test } from 'vitest';
import { presentAnswers } from './answers.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { getForm } from './registry.ts';
import { hiddenFields } from './validate.ts';

const shown = (...[definition, answers, options]: Parameters<typeof presentAnswers>) =>
  Object.fromEntries(presentAnswers(definition, answers, options).map(({ field, value }) => [field, value]));

test('an optional question that was left out reads "Not given", or what the caller prints', () => {
  const form = getForm('case-evaluation');
  expect(shown(form, {}).zip_code).toBe('Not given');
  expect(shown(form, {}, { missing: 'N/A' }).zip_code).toBe('N/A');
});

test('a question that was not asked is left out', () => {
  const draft = { works: 'no', name: 'Ann', hours: 40, tired: 'yes', agrees: true };
  const hidden = hiddenFields(conditionalForm, draft);
  expect(Object.keys(shown(conditionalForm, draft, { hidden }))).toEqual([
    ...['works', 'name', 'started', 'agrees', 'home'],
  ]);
  const stored = { works: 'no', name: 'Ann', agrees: true };
  expect(shown(conditionalForm, stored)).not.toHaveProperty('hours');
});

test('what objects bring along is no answer', () => {
  expect(shown(conditionalForm, Object.create({ name: 'Ann' })).name).toBe('Not given');
});

test('answers read in the words of their definition, in the order of the page', () => {
  const form = getForm('case-evaluation');
  const answers = {
    phone: '2015550123',
    receiving_benefits: 'no',
    age_range: '50-54',
    first_name: '<b>Ann</b>',
  };
  expect(presentAnswers(form, answers).find(({ field }) => field === 'receiving_benefits')).toEqual({
    step: 'receiving-benefits',
    stepTitle: 'Benefits now',
    field: 'receiving_benefits',
    question: 'Are you receiving Social Security disability benefits now?',
    shortTitle: 'Receiving benefits now',
    value: 'No',
  });
  expect(presentAnswers(form, answers).map(({ field }) => field)).toEqual(
    form.ui.steps.flatMap(({ fields }) => fields),
  );
  expect(shown(form, answers)).toMatchObject({
    phone: '(201) 555-0123',
    age_range: '50-54',
    first_name: '<b>Ann</b>',
  });
});

test('numbers, lists, boxes and groups read as text', () => {
  const answers = { hours: 8, employers: ['Mill', 'Shop'], agrees: true, home: { city: 'Trenton' } };
  expect(shown(conditionalForm, answers)).toMatchObject({
    hours: '8',
    employers: 'Mill, Shop',
    agrees: 'Yes',
    home: '{"city":"Trenton"}',
  });
});
