import { expect, test } from 'vitest';
import type { FieldUi } from './definition.ts';
import { describeErrors, describeUnknown, messageFor, unreadableAnswers } from './messages.ts';

const field: FieldUi = { title: 'What?', shortTitle: 'Thing', widget: 'text', messages: {} };

test('a rule without words of its own still names the field', () => {
  const keywords = [
    'required',
    'type',
    'enum',
    'const',
    'minLength',
    'maxLength',
    'format',
    'pattern',
    'minimum',
  ];
  for (const keyword of [
    ...keywords,
    'maximum',
    'minItems',
    'maxItems',
    'uniqueItems',
    'toString',
    '__proto__',
  ]) {
    expect(messageFor({ keyword, limit: 3 }, field)).toMatch(/Thing/);
  }
  expect(messageFor({ keyword: 'enum' }, { ...field, widget: 'choice' })).toBe('Select: Thing');
});

test('the form’s own words come first, and a wrong kind of value is told as a missing one', () => {
  const messages = { required: 'Enter the thing', maxLength: 'Shorter, please' };
  expect(messageFor({ keyword: 'maxLength', limit: 3 }, { ...field, messages })).toBe('Shorter, please');
  expect(messageFor({ keyword: 'type' }, { ...field, messages })).toBe('Enter the thing');
});

test('a field is told one thing, the most telling, and fields come in page order', () => {
  const broken = ['b', 'a'].flatMap((name) =>
    ['pattern', 'maxLength'].map((keyword) => ({ path: [name], keyword, limit: 2 })),
  );
  const errors = describeErrors(broken, { a: field, b: field }, ['a', 'b']);
  expect(Object.entries(errors)).toEqual([
    ['a', 'Thing must be 2 characters or fewer'],
    ['b', 'Thing must be 2 characters or fewer'],
  ]);
});

test('what belongs to no field of the page is told last, in general words', () => {
  expect(describeErrors([{ path: ['zz'], keyword: 'type' }], {}, [])).toEqual({ '': unreadableAnswers });
});

test('only harmless names are repeated to the sender', () => {
  expect(describeUnknown(['<b>', '$where', '__proto__', 'x'.repeat(41)])).not.toMatch(/[<$]|proto|xx|\(/);
  expect(describeUnknown(['role', 'status'])).toContain('(role, status)');
});
