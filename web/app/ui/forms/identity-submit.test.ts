import { expect, test } from 'vitest';
import { missingFieldsHint } from './identity-submit.tsx';

const complete = { ssn: '219-09-9999', pin: '7391', not_a_robot: true };

test.each([
  [
    {},
    'Before you continue: type the 9 digits of your Social Security number, then type your 4-digit PIN, then check the box “I am not a robot”.',
  ],
  [
    { ...complete, ssn: '219-09-999' },
    'Before you continue: type the 9 digits of your Social Security number.',
  ],
  [
    { ...complete, ssn: '219-09-99990' },
    'Before you continue: type the 9 digits of your Social Security number.',
  ],
  [{ ...complete, pin: '739a' }, 'Before you continue: type your 4-digit PIN.'],
  [{ ...complete, not_a_robot: false }, 'Before you continue: check the box “I am not a robot”.'],
])('%o is incomplete', (answers, sentence) =>
  expect(missingFieldsHint(answers, ['ssn', 'pin', 'not_a_robot'])).toBe(sentence),
);

test('nine digits, four digits and the box are enough', () => {
  expect(missingFieldsHint(complete, ['ssn', 'pin', 'not_a_robot'])).toBeUndefined();
  expect(missingFieldsHint({ ssn: '219099999', pin: '7391' }, ['ssn', 'pin'])).toBeUndefined();
  expect(missingFieldsHint({ ...complete, code: 'K7QH-M9XC' }, ['ssn', 'code', 'pin'])).toBeUndefined();
  expect(missingFieldsHint({ ssn: '219099999' }, ['ssn', 'date_of_birth'])).toBeUndefined();
});

test('a code is asked for only where the form has one', () => {
  expect(missingFieldsHint(complete, ['ssn', 'code', 'pin'])).toBe(
    'Before you continue: type the code that we gave you.',
  );
});
