import { describe, expect, test } from 'vitest';
import { defineForm, type FormDefinition, type JsonSchema } from '../definition.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { forms } from '../registry.ts';
import { findSchemaFaults } from './schema-rules.ts';

/** A form of one field. */
function formOf(field: object, more: object = {}): FormDefinition {
  const schema = { type: 'object', additionalProperties: false, properties: { field }, ...more };
  return defineForm('a', schema, conditionalForm.ui);
}

describe('a schema is refused', () => {
  test.each<[string, FormDefinition, RegExp]>([
    ['text without a maxLength', formOf({ type: 'string' }), /"field" needs a maxLength/],
    [
      'a list without a maxItems',
      formOf({ type: 'array', items: { type: 'boolean' } }),
      /"field" needs a maxItems/,
    ],
    [
      'text in a list without a maxLength',
      formOf({ type: 'array', maxItems: 1, items: { type: 'string' } }),
      /"field\[\]" needs/,
    ],
    ['a list of anything', formOf({ type: 'array', maxItems: 1 }), /"field\[\]" must have one of the types/],
    [
      'an open group',
      formOf({ type: 'object', properties: {} }),
      /"field" must say "additionalProperties": false/,
    ],
    [
      'an unbounded field of a group',
      formOf({ type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } }),
      /"field.a" needs a maxLength/,
    ],
    ['no type', formOf({}), /one of the types/],
    ['two types', formOf({ type: ['string', 'null'], maxLength: 1 }), /one of the types/],
    [
      'a reference',
      formOf({ type: 'string', maxLength: 1, $ref: '#/definitions/a' }),
      /must not use "\$ref"/,
    ],
    ['a choice of schemas', formOf({ type: 'string', maxLength: 1, oneOf: [] }), /must not use "oneOf"/],
    [
      'another root keyword',
      formOf({ type: 'boolean' }, { patternProperties: {} }),
      /must not use "patternProperties"/,
    ],
    [
      'an open form',
      formOf({ type: 'boolean' }, { additionalProperties: true }),
      /"additionalProperties": false/,
    ],
    ['a form that is no object', formOf({ type: 'boolean' }, { type: 'array' }), /the type "object"/],
    [
      'a required field that is none',
      formOf({ type: 'boolean' }, { required: ['other'] }),
      /"other" is not among/,
    ],
    [
      'a deprecated field that is required',
      formOf({ type: 'boolean', deprecated: true }, { required: ['field'] }),
      /deprecated/,
    ],
    [
      'a name that objects use',
      formOf({}, { properties: { constructor: { type: 'boolean' } } }),
      /"constructor" must be/,
    ],
    [
      'a name with other characters',
      formOf({}, { properties: { 'A-b': { type: 'boolean' } } }),
      /"A-b" must be/,
    ],
    ['a pattern that is none', formOf({ type: 'string', maxLength: 1, pattern: '(' }), /does not compile/],
    ['an unknown format', formOf({ type: 'string', maxLength: 1, format: 'color' }), /does not compile/],
  ])('for %s', (_title, definition, fault) => {
    expect(findSchemaFaults(definition).join('\n')).toMatch(fault);
  });
});

test('a form with every kind of field passes', () => {
  expect(findSchemaFaults(conditionalForm)).toEqual([]);
});

test('in the schemas of all forms every text, list and group has its bound', () => {
  const walk = (path: string, value: unknown): string[] => {
    if (value === null || typeof value !== 'object') return [];
    const { type, maxLength, maxItems, additionalProperties } = value as JsonSchema;
    const open =
      (type === 'string' && !Number.isInteger(maxLength)) ||
      (type === 'array' && !Number.isInteger(maxItems)) ||
      (type === 'object' && additionalProperties !== false);
    const inner = Object.entries(value).flatMap(([key, each]) =>
      key === 'if' ? [] : walk(`${path}/${key}`, each),
    );
    return open ? [path, ...inner] : inner;
  };
  expect(Object.values(forms).flatMap(({ form, schema }) => walk(form, schema))).toEqual([]);
});
