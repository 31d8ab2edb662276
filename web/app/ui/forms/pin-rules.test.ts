import type { DeclaredRule } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { toUiSchema } from '@claimdesk/forms/ui-schema';
import { describe, expect, test } from 'vitest';
import { adviseOn } from './pin-rules.tsx';

const definition = getForm('client-registration');
const uiSchema = toUiSchema(definition, 'register');
const rules = definition.ui.fields.pin?.rules ?? [];

function advice(answers: Record<string, string>): string[] {
  return rules.map((rule: DeclaredRule) => adviseOn(rule, 'pin', { answers, uiSchema }));
}

const known = { ssn: '219-09-9876', date_of_birth: '4/12/1958' };

describe('rules stay open while a number is incomplete', () => {
  test.each(['', '7', '739', '73915', 'abcd'])('a PIN of "%s"', (pin) =>
    expect(advice({ ...known, pin })).toEqual(['open', 'open', 'open', 'open']),
  );

  test('an incomplete birth year and SSN', () => {
    expect(advice({ pin: '7391', ssn: '219-09-7', date_of_birth: '4//19' })).toEqual([
      'open',
      'open',
      'kept',
      'kept',
    ]);
  });
});

test.each([
  ['1958', ['broken', 'kept', 'kept', 'kept']],
  ['9876', ['kept', 'broken', 'kept', 'kept']],
  ['1234', ['kept', 'kept', 'broken', 'kept']],
  ['4321', ['kept', 'kept', 'broken', 'kept']],
  ['7777', ['kept', 'kept', 'kept', 'broken']],
  ['7391', ['kept', 'kept', 'kept', 'kept']],
])('the PIN rules for %s', (pin, expected) => expect(advice({ ...known, pin })).toEqual(expected));

test('each rule has text for the list', () => {
  expect(rules.map(({ advice }) => advice)).toEqual([
    'Not your birth year',
    'Not the last 4 digits of your SSN',
    'Not 1234 or 4321',
    'Not the same digit four times',
  ]);
});
