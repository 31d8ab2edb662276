import { expect, test } from 'vitest';
import { presentAnswers } from './answers.ts';
import type { Answers, FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { readExamples } from './fixtures/read-examples.ts';
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
    ...['works', 'name', 'started', 'agrees', 'homes'],
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
  const answers = { hours: 8, employers: ['Mill', 'Shop'], agrees: true, homes: [{ city: 'Trenton' }] };
  expect(shown(conditionalForm, answers)).toMatchObject({
    hours: '8',
    employers: 'Mill, Shop',
    agrees: 'Yes',
    homes: 'Home 1: City Trenton',
  });
});

const everyWidget = allDefinitions().find(({ form }) => form === 'every-widget') as FormDefinition;
const everything = readExamples('every-widget', 'valid').find(
  ({ name }) => name === 'every-answer-given.json',
)?.content as Answers;

test('a secret answer is shown to nobody', () => {
  for (const audience of ['staff', 'outside'] as const) {
    expect(JSON.stringify(presentAnswers(everyWidget, everything, { audience }))).not.toMatch(/2580|pin/i);
  }
});

test.each([
  ['123456789', '***-**-6789', 'Given'],
  ['12-34', 'Given', 'Given'],
  [['123456789'], 'Given', 'Given'],
  [{ toString: '123456789' }, 'Given', 'Given'],
  [undefined, 'Not given', 'Not given'],
])('of a Social Security number %j staff see %s, others %s', (ssn, staff, outside) => {
  expect(shown(everyWidget, { ssn }, { audience: 'staff' }).ssn).toBe(staff);
  expect(shown(everyWidget, { ssn }, { audience: 'outside' }).ssn).toBe(outside);
  expect(shown(everyWidget, { ssn }).ssn).toBe(outside);
});

test('rows read one by one, as text and in parts', () => {
  const jobs = presentAnswers(everyWidget, everything).find(({ field }) => field === 'jobs');
  expect(jobs?.value.split('\n')).toHaveLength(3);
  expect(jobs?.value).toMatch(/^Job 1: Job Cook; Hours Full time; Started 3\/15\/2019; Hours a week 40; /);
  expect(jobs?.items?.map(({ title }) => title)).toEqual(['Job 1', 'Job 2']);
  expect(jobs?.items?.[1]?.answers.map(({ field, value }) => [field, value])).toEqual([
    ['title', 'Driver'],
    ['kind', 'Part time'],
    ['started', '1/2/2017'],
    ['hours', 'Not given'],
    ['employer_phone', 'Not given'],
    ['duties', 'Not given'],
    ['still_there', 'Yes'],
  ]);
});

test('rows that are none do not break the page', () => {
  for (const jobs of ['Cook', 7, [null], ['Cook'], [{}], [Object.create({ title: 'Cook' })]])
    expect(() => presentAnswers(everyWidget, { has_worked: 'yes', jobs })).not.toThrow();
});
