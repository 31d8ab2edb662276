import { describe, expect, test } from 'vitest';
import { defineForm, type FieldUi, type FormDefinition, type JsonSchema } from '../definition.ts';
import { allDefinitions } from '../development.ts';
import { checkForm } from './check-form.ts';
import { findPageFaults } from './page-rules.ts';
import { findSchemaFaults } from './schema-rules.ts';

const everyWidget = allDefinitions().find(({ form }) => form === 'every-widget') as FormDefinition;

/** The form with everything, after an edit of one field. */
function edited(name: string, ui: object, property: JsonSchema = {}): FormDefinition {
  const { schema, ui: page } = structuredClone(everyWidget);
  Object.assign(page.fields[name] as FieldUi, ui);
  Object.assign(schema.properties?.[name] ?? {}, property);
  return defineForm('every-widget', schema, page);
}

/** After an edit of one question of a row. */
function editedRow(name: string, ui: object, property: JsonSchema = {}): FormDefinition {
  const { schema, ui: page } = structuredClone(everyWidget);
  const items = schema.properties?.jobs?.items ?? {};
  Object.assign(page.fields.jobs?.fields?.[name] ?? {}, ui);
  Object.assign(items.properties?.[name] ?? {}, property);
  return defineForm('every-widget', schema, page);
}

/** After an edit of the rows' schema. */
function editedItems(change: JsonSchema): FormDefinition {
  const { schema, ui } = structuredClone(everyWidget);
  Object.assign(schema.properties?.jobs?.items ?? {}, change);
  return defineForm('every-widget', schema, ui);
}

const rule = (more: object) => ({ rules: [{ message: 'No.', ...more }] });
const { title: _title, ...jobFields } = everyWidget.ui.fields.jobs?.fields ?? {};
const conditions = { allOf: [] } as JsonSchema;

describe('a field is refused', () => {
  test.each<[string, FormDefinition, RegExp]>([
    ['with a widget that does not exist', edited('story', { widget: 'editor' }), /does not exist: "editor"/],
    ['with a widget named like a method', edited('story', { widget: 'toString' }), /does not exist/],
    ['with text in a checkbox', edited('story', { widget: 'checkbox' }), /a string, which .* "checkbox"/],
    ['with a number as text', edited('years', { widget: 'text' }), /a integer, which the widget "text"/],
    ['with a list in one line of text', edited('skills', { widget: 'text' }), /a array, which/],
    [
      'to choose from nothing',
      edited('story', { widget: 'select' }),
      /"story" must have options and a widget/,
    ],
    [
      'with options that are typed',
      edited('state', { widget: 'text' }),
      /"state" must have options and a widget/,
    ],
    ['with an option without a label', edited('state', { options: {} }), /"state" needs a label for .* "NJ"/],
    [
      'with a number that may be text without words',
      edited('years', { messages: { required: 'x' } }),
      /"years" needs a message for "type"/,
    ],
    [
      'with a box without words for another value',
      edited('texts', { messages: {} }),
      /"texts" needs a message for "type"/,
    ],
    [
      'with entries of a list without words',
      edited('skills', { messages: { required: 'x' } }),
      /"skills" needs a message for "pattern"/,
    ],
    [
      'with a date without words',
      edited('date_of_birth', { messages: { required: 'x' } }),
      /"date_of_birth" needs a message for "format"/,
    ],
    ['with an SSN that is not masked', edited('ssn', { masked: false }), /must be masked/],
    ['with a PIN that is not secret', edited('pin', { secret: false }), /must be secret/],
    ['with a password that is not secret', edited('story', { widget: 'password' }), /must be secret/],
    ['with an unknown rule', edited('pin', rule({ rule: 'lucky' })), /a rule that does not exist: "lucky"/],
    [
      'with a rule without words',
      edited('pin', rule({ rule: 'not-one-character', message: '' })),
      /needs a message for its rule/,
    ],
    ['with a rule about a number', edited('years', rule({ rule: 'not-one-character' })), /must be text/],
    [
      'with a rule about a field that is none',
      edited('pin', rule({ rule: 'same-as', field: 'pet' })),
      /"pet", which is no text/,
    ],
    [
      'with a rule about a number of another field',
      edited('pin', rule({ rule: 'same-as', field: 'years' })),
      /"years", which is no text/,
    ],
    [
      'with a rule about a later field',
      edited('pin', rule({ rule: 'same-as', field: 'confirm_pin' })),
      /must be asked before it/,
    ],
    [
      'with a rule about itself',
      edited('pin', rule({ rule: 'same-as', field: 'pin' })),
      /must be asked before it/,
    ],
    ['with rows but no group', edited('story', { fields: {} }), /"story" has rows, so it must be a group/],
  ])('%s', (_title, definition, fault) => {
    expect(findPageFaults(definition).join('\n')).toMatch(fault);
  });
});

describe('a group is refused', () => {
  test.each<[string, FormDefinition, RegExp]>([
    ['without a word for its rows', edited('jobs', { itemTitle: '' }), /words for "itemTitle"/],
    ['without a word to add one', edited('jobs', { addLabel: '' }), /words for "addLabel"/],
    ['without a word to remove one', edited('jobs', { removeLabel: '' }), /words for "removeLabel"/],
    [
      'with rows of text',
      edited('jobs', {}, { items: { type: 'string', maxLength: 1 } }),
      /items must be of the type "object"/,
    ],
    ['with rows that may be empty', editedItems({ required: [] }), /a question of its rows must be required/],
    [
      'with a question that is not described',
      edited('jobs', { fields: jobFields }),
      /rows with "title", which ui.json does not describe/,
    ],
    [
      'with a question that is not in the schema',
      edited('jobs', { fields: { ...everyWidget.ui.fields.jobs?.fields, pet: everyWidget.ui.fields.story } }),
      /"jobs\[\].pet", which is not in schema.json/,
    ],
    [
      'with a question that has no title',
      editedRow('duties', { title: '' }),
      /"jobs\[\].duties" needs a title/,
    ],
    [
      'with a question that is neither required nor optional',
      editedRow('duties', { optional: false }),
      /"jobs\[\].duties" must be either/,
    ],
    ['with a PIN in its rows', editedRow('duties', { widget: 'pin' }), /must not be a pin/],
    ['with a list in its rows', editedRow('duties', { widget: 'list' }), /must not be a list/],
    ['with rules in its rows', editedRow('duties', { rules: [] }), /must not declare rules/],
  ])('%s', (_title, definition, fault) => {
    expect(findPageFaults(definition).join('\n')).toMatch(fault);
  });

  test.each<[string, FormDefinition, RegExp]>([
    [
      'with conditions in its rows',
      editedItems(conditions),
      /must not use conditions: a question of a row is always asked/,
    ],
    [
      'with open rows',
      editedItems({ additionalProperties: true }),
      /"jobs\[\]" must say "additionalProperties": false/,
    ],
    [
      'with text without an end in its rows',
      editedRow('duties', {}, { maxLength: undefined as unknown as number }),
      /"jobs\[\].duties" needs a maxLength/,
    ],
    [
      'without a number of rows',
      edited('jobs', {}, { maxItems: undefined as unknown as number }),
      /"jobs" needs a maxItems/,
    ],
    [
      'with a question named like a method',
      editedItems({
        properties: { constructor: { type: 'boolean' } } as unknown as Record<string, JsonSchema>,
      }),
      /"jobs\[\].constructor" must be short/,
    ],
    [
      'that is a single object',
      edited('story', {}, { type: 'object', additionalProperties: false }),
      /"story" must be a list of rows/,
    ],
  ])('%s', (_title, definition, fault) => {
    expect(findSchemaFaults(definition).join('\n')).toMatch(fault);
  });
});

test('a secret answer is in no list', () => {
  const { schema, ui } = everyWidget;
  expect(findPageFaults(defineForm('a', schema, { ...ui, list: ['pin'] })).join()).toMatch(
    /"pin", which is secret/,
  );
});

test('the form with everything keeps all rules', () => {
  expect(checkForm(everyWidget, [])).toEqual({
    state: 'additive',
    sentences: ['This form was never released.'],
  });
});
