import { describe, expect, test } from 'vitest';
import { defineForm, type FieldUi, type FormDefinition, type FormUi, type StepUi } from '../definition.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { findPageFaults } from './page-rules.ts';

function formWith(change: Partial<FormUi>, schema: object = conditionalForm.schema): FormDefinition {
  return defineForm('a', schema, { ...conditionalForm.ui, ...change });
}

function formWithField(name: string, change: Partial<FieldUi>): FormDefinition {
  const { fields } = conditionalForm.ui;
  return formWith({ fields: { ...fields, [name]: { ...(fields[name] as FieldUi), ...change } } });
}

function formWithStep(at: number, change: Partial<StepUi>): FormDefinition {
  const { steps } = conditionalForm.ui;
  return formWith({ steps: steps.with(at, { ...(steps[at] as StepUi), ...change }) });
}

const { fax: _fax, ...withoutFax } = conditionalForm.schema.properties ?? {};
const { fax: _former, ...fieldsWithoutFax } = conditionalForm.ui.fields;
const { name: _name, ...fieldsWithoutName } = conditionalForm.ui.fields;

describe('a page is refused', () => {
  test.each<[string, FormDefinition, RegExp]>([
    ['without a text', formWith({ errorText: '' }), /a text "errorText"/],
    ['without a label to send it', formWith({ submit: { label: '' } }), /label for "submit"/],
    ['when the list names no field', formWith({ list: ['height'] }), /"list" names "height"/],
    ['when a field has no title', formWithField('name', { title: '' }), /"name" needs a title/],
    [
      'when a field has no short title',
      formWithField('name', { shortTitle: '' }),
      /"name" needs a shortTitle/,
    ],
    [
      'when a required field does not say so in words',
      formWithField('name', { messages: {} }),
      /message for "required"/,
    ],
    [
      'when a conditional field does not say so in words',
      formWithField('hours', { messages: {} }),
      /message for "required"/,
    ],
    [
      'when a format has no words',
      formWithField('started', { messages: {} }),
      /"started" needs a message for "format"/,
    ],
    [
      'when a required field is called optional',
      formWithField('name', { optional: true }),
      /either required .* or optional/,
    ],
    [
      'when an optional field is not called so',
      formWithField('wage', { optional: false }),
      /either required .* or optional/,
    ],
    [
      'when an option has no label',
      formWithField('works', { options: { yes: 'Yes' } }),
      /label for the option "no"/,
    ],
    [
      'when a label has no option',
      formWithField('works', { options: { yes: 'Yes', no: 'No', na: '-' } }),
      /labels "na"/,
    ],
    [
      'when it describes no field',
      formWith({}, { ...conditionalForm.schema, properties: withoutFax }),
      /"fax", which is not in schema.json/,
    ],
    [
      'when it does not describe a field',
      formWith({ fields: fieldsWithoutName }),
      /"name", which ui.json does not describe/,
    ],
    [
      'when it does not describe a field that is no longer asked',
      formWith({ fields: fieldsWithoutFax }),
      /"fax" of schema.json is not described/,
    ],
    ['when a step id is no URL segment', formWithStep(0, { id: 'My Work' }), /"My Work" must be lower-case/],
    ['when two steps have one id', formWithStep(0, { id: 'rest' }), /Two steps are called "rest"/],
    ['when a step has no title', formWithStep(0, { title: '' }), /"works" needs a title/],
    ['when a step asks nothing', formWithStep(0, { fields: [] }), /"works" asks nothing/],
    [
      'when a step that advances by itself asks two things',
      formWithStep(1, { autoAdvance: true }),
      /must ask one thing/,
    ],
    [
      'when a step asks no field',
      formWithStep(0, { fields: ['works', 'height'] }),
      /"height", which is not in schema.json/,
    ],
    [
      'when a field is on no step',
      formWithStep(0, { fields: ['name'] }),
      /"works" must be asked on exactly one step, not 0/,
    ],
    ['when a field is on two steps', formWithStep(0, { fields: ['works', 'name'] }), /"name" .* not 2/],
    [
      'when a deprecated field is asked',
      formWithStep(0, { fields: ['works', 'fax'] }),
      /"fax" is deprecated/,
    ],
  ])('%s', (_title, definition, fault) => {
    expect(findPageFaults(definition).join('\n')).toMatch(fault);
  });
});

test('a page that fits its schema passes', () => {
  expect(findPageFaults(conditionalForm)).toEqual([]);
});
