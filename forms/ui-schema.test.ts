import { expect, test } from 'vitest';
import type { FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { getForm } from './registry.ts';
import { answersLookedAt, hiddenVariants, stepSchema, toUiSchema } from './ui-schema.ts';

const form = getForm('case-evaluation');

test('a step that the form does not have has no schema', () => {
  expect(() => stepSchema(form, 'age')).toThrow(RangeError);
  expect(() => toUiSchema(form, 'constructor')).toThrow(RangeError);
});

test('the schema of a step holds its own fields and no others', () => {
  expect(stepSchema(form, 'age-range')).toEqual({
    type: 'object',
    title: 'Your age',
    properties: { age_range: form.schema.properties?.age_range },
    required: ['age_range'],
    additionalProperties: false,
  });
  expect(stepSchema(form, 'contact').required).not.toContain('zip_code');
});

test('the schema of a step leaves out what is hidden and requires what is asked', () => {
  expect(stepSchema(conditionalForm, 'job').required).toEqual(['name', 'hours', 'employers']);
  const hidden = stepSchema(conditionalForm, 'job', new Set(['hours', 'employers', 'wage', 'tired']));
  expect(Object.keys(hidden.properties)).toEqual(['name']);
  expect(hidden.required).toEqual(['name']);
});

test('every set of hidden fields that leaves something to ask has its own schema', () => {
  expect(hiddenVariants(form, 'contact')).toEqual([new Set()]);
  expect(hiddenVariants(conditionalForm, 'job')).toHaveLength(8);
  expect(hiddenVariants(conditionalForm, 'tired')).toEqual([new Set()]);
});

test('the same step always gives the same bytes, also after a trip through JSON', () => {
  const kept = JSON.parse(JSON.stringify(form));
  for (const { id } of form.ui.steps) {
    expect(JSON.stringify(stepSchema(kept, id))).toBe(JSON.stringify(stepSchema(form, id)));
  }
});

test('rjsf gets the words, the widget, the labels and the autofill token', () => {
  expect(toUiSchema(form, 'receiving-benefits').receiving_benefits).toMatchObject({
    'ui:title': 'Are you receiving Social Security disability benefits now?',
    'ui:description': expect.stringContaining('SSDI or SSI'),
    'ui:widget': 'yes-no',
    'ui:enumNames': { yes: 'Yes', no: 'No' },
    'ui:options': { optionValueFormat: 'realValue', optional: false },
  });
  const contact = toUiSchema(form, 'contact');
  expect(contact.zip_code).toMatchObject({
    'ui:autocomplete': 'postal-code',
    'ui:options': { optional: true },
  });
  expect(Object.keys(contact)).toEqual(form.ui.steps.find(({ id }) => id === 'contact')?.fields);
});

test('a group brings the words of its rows and of their questions', () => {
  const everyWidget = allDefinitions().find((each) => each.form === 'every-widget') as FormDefinition;
  expect(toUiSchema(everyWidget, 'work').jobs).toMatchObject({
    'ui:widget': 'group',
    'ui:options': { itemTitle: 'Job', addLabel: 'Add another job', removeLabel: 'Remove this job' },
    items: {
      title: { 'ui:title': 'What was your job?', 'ui:widget': 'text' },
      kind: { 'ui:enumNames': { full: 'Full time', part: 'Part time' } },
    },
  });
});

test('a step gets the earlier answers that its rules look at, and no others', () => {
  const contract = getForm('contract');
  const answers = { first_name: 'Ana', ssn: '123456789', signature_name: 'Ana' };
  expect(answersLookedAt(contract, 'sign', answers)).toEqual({ first_name: 'Ana' });
  expect(answersLookedAt(contract, 'about-you', answers)).toEqual({});
  expect(answersLookedAt(getForm('client-registration'), 'register', answers)).toEqual({});
  expect(() => answersLookedAt(contract, 'age', answers)).toThrow(RangeError);
});
