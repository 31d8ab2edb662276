import { describe, expect, test } from 'vitest';
import { type StaffFormName, staffForms } from './staff-forms.ts';
import { validateAnswers } from './validate.ts';

/** @returns what staff would read at each field of a form. */
function errorsOf(name: StaffFormName, answers: Record<string, unknown>) {
  const verdict = validateAnswers(staffForms[name], answers);
  return verdict.ok ? {} : verdict.errors;
}

const how = 'Say how you verified the caller, in at least 5 characters';
const why = 'Give the reason, in at least 5 characters';

describe('a reason', () => {
  test.each([
    ['reason', '', why],
    ['reason', ' no ', why],
    ['verification', 'four', how],
    ['reason', 'x'.repeat(501), 'Say it in 500 characters or fewer'],
  ] as const)('is asked for again: %s %j', (form, reason, message) => {
    expect(errorsOf(form, { reason })).toEqual({ reason: message });
  });

  test.each(['12345', 'x'.repeat(500)])('is taken: %j', (reason) => {
    for (const form of ['reason', 'verification', 'removal'] as const)
      expect(errorsOf(form, { reason })).toEqual({});
  });
});

describe('a note', () => {
  test.each(['', ' \r\n\t '])('has something in it: %j', (text) => {
    expect(errorsOf('note', { text })).toEqual({ text: 'Write the note' });
  });

  test('has 4,000 characters as people count them', () => {
    expect(errorsOf('note', { text: '👍'.repeat(4_000) })).toEqual({});
    expect(errorsOf('note', { text: 'x'.repeat(4_001) })).toEqual({
      text: 'Say it in 4,000 characters or fewer',
    });
  });
});

describe('an update of a claim', () => {
  const filed = { step: 'filed', next_kind: 'none' };

  test.each([
    [{ step: '' }, { step: 'Choose the step' }],
    [{ step: 'closed' }, { step: 'Choose the step' }],
    [{ since: 'soon' }, { since: 'Since must include a day and a year' }],
    [{ since: '2999-01-05' }, { since: 'Enter a day that is not in the future' }],
    [{ next_kind: 'hearing', next_day: '2027-02-29' }, { next_day: 'There is no February 29 in 2027' }],
    [{ next_time: '24:00' }, { next_time: 'Enter a time of day, or leave it blank' }],
    [{ needed: 'é'.repeat(501) }, { needed: 'Say it in 500 characters or fewer' }],
    [{ note: 'é'.repeat(501) }, { note: 'Say it in 500 characters or fewer' }],
    [{ note: 'bell\u0007' }, { note: 'Check your answer for hidden characters: Note' }],
  ])('is refused: %j', (typed, errors) => {
    expect(errorsOf('claim', { ...filed, ...typed })).toEqual(errors);
  });

  test('may leave out what has not changed, and has texts as long as people count them', () => {
    expect(errorsOf('claim', filed)).toEqual({});
    const next = { next_kind: 'hearing', next_day: '2027-01-14', next_time: '13:30' };
    const needed = `${'👍'.repeat(498)}\r\n.`;
    expect(errorsOf('claim', { ...filed, ...next, since: '2026-01-05', needed })).toEqual({});
  });
});

test('a call has a result, and a day and a time to call again that are ones', () => {
  expect(errorsOf('attempt', { result: 'asked to stop' })).toEqual({});
  expect(errorsOf('attempt', { result: 'busy', again_day: '2027-02-29', again_time: '24:00' })).toEqual({
    result: 'Choose what came of the call',
    again_day: 'There is no February 29 in 2027',
    again_time: 'Enter a time of day, or leave it blank',
  });
});

test('whoever deletes a contract says that we do not represent its signer', () => {
  const reason = 'The signer asked for it';
  const box = { not_represented: 'Check the box, or keep the contract' };
  expect(errorsOf('contract-removal', { reason })).toEqual(box);
  expect(errorsOf('contract-removal', { reason, not_represented: false })).toEqual(box);
  expect(errorsOf('contract-removal', { reason, not_represented: true })).toEqual({});
});

test('every field that is missing is named', () => {
  expect(errorsOf('document', {})).toEqual({
    title: 'Enter a title',
    type: 'Choose what it is',
    reason: why,
  });
  expect(errorsOf('locked-out-caller', {})).toEqual({
    ssn: 'Enter the 9 digits of the Social Security number',
    reason: how,
    verb: 'Choose what to do',
  });
});

test('a Social Security number is taken however it is typed', () => {
  const answers = { ssn: '219-09-1234', reason: 'Knew the date of the hearing', verb: 'reopen' };
  expect(errorsOf('locked-out-caller', answers)).toEqual({});
});

describe('a password', () => {
  test.each(['', '   '])('is asked for: %j', (password) => {
    expect(errorsOf('password', { password })).toEqual({ password: 'Enter your password' });
    const both = { password: 'Enter your password', next: 'Enter the new password' };
    expect(errorsOf('new-password', { password, next: password })).toEqual(both);
  });

  test('is taken exactly as it was typed, whatever is in it', () => {
    for (const password of [' with spaces ', 'bell\u0007', 'x'.repeat(200)])
      expect(validateAnswers(staffForms.password, { password })).toEqual({ ok: true, answers: { password } });
    expect(errorsOf('password', { password: 'x'.repeat(201) })).toEqual({
      password: 'Use at most 200 characters',
    });
  });
});
