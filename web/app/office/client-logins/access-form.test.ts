import { describe, expect, test } from 'vitest';
import { problemsOf, readAccessForm } from './access-form.ts';

const reason = 'Called from the number in the contract';
const typed = { verb: 'reopen', ssn: '219091234', reason, evenConfirmed: false } as const;

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the form for a caller', () => {
  test('names each of the three fields when it is posted empty', () => {
    expect(problemsOf(readAccessForm(new FormData()))).toEqual({
      ssn: 'Enter the 9 digits of the Social Security number',
      reason: 'Say how you verified the caller, in at least 5 characters',
      verb: 'Choose what to do',
    });
  });

  test.each(['21909123', '2190912345', '21909123a', '219.09.1234', '٢١٩٠٩١٢٣٤'])(
    'refuses %j as a number',
    (ssn) => {
      expect(Object.keys(problemsOf({ ...typed, ssn }))).toEqual(['ssn']);
    },
  );

  test.each(['close', 'pin-code', 'confirmation-code', 'constructor', 'Reopen'])(
    'offers no %s, which needs the page of the client',
    (verb) => {
      expect(readAccessForm(posted({ verb })).verb).toBe('');
    },
  );

  test.each([4, 501])('refuses a reason of %d characters', (length) => {
    expect(Object.keys(problemsOf({ ...typed, reason: 'x'.repeat(length) }))).toEqual(['reason']);
  });

  test.each([5, 500])('takes a reason of %d characters', (length) => {
    expect(problemsOf({ ...typed, reason: 'x'.repeat(length) })).toEqual({});
  });

  test.each(['219-09-1234', '219 09 1234', ' 219091234 '])(
    'takes the number as people type it: %j',
    (ssn) => {
      expect(readAccessForm(posted({ ssn, reason: ` ${reason} `, verb: 'reopen' }))).toEqual(typed);
    },
  );

  test('means a confirmed account too only with the box checked', () => {
    expect(readAccessForm(posted({ verb: 'free-number' })).evenConfirmed).toBe(false);
    expect(readAccessForm(posted({ verb: 'free-number', 'even-confirmed': 'on' })).evenConfirmed).toBe(true);
  });
});
