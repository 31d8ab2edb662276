import { DomainError } from '@claimdesk/api/domain-error';
import { describe, expect, test } from 'vitest';
import { presentFailure, presentProblems, problemsOf, readPostedAccount } from './read-account.server.ts';

const account = { name: 'Robin Example', email: 'robin@example.com', role: 'reviewer', version: 3 } as const;

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the form of a staff account', () => {
  test('names what is missing in the order of its fields, the email only for a new account', () => {
    const empty = readPostedAccount(new FormData());
    expect(Object.entries(problemsOf(empty, true))).toEqual([
      ['name', 'Enter the name'],
      ['email', 'Enter the email address'],
      ['role', 'Choose what this person may do'],
    ]);
    expect(Object.keys(problemsOf(empty))).toEqual(['name', 'role']);
  });

  test('takes a name of 120 characters, and no longer one', () => {
    expect(problemsOf({ ...account, name: 'x'.repeat(121) })).toEqual({ name: 'Use at most 120 characters' });
    expect(problemsOf({ ...account, name: 'x'.repeat(120) })).toEqual({});
  });

  test.each(['', 'owner', 'Admin', 'constructor'])('knows no role %j', (role) => {
    expect(readPostedAccount(posted({ role })).role).toBeNull();
  });

  test.each([
    ['', 0],
    ['x', 0],
    ['-1', -1],
    ['7', 7],
  ])('reads the version of the account that the page showed: %j', (version, read) => {
    expect(readPostedAccount(posted({ version })).version).toBe(read);
  });

  test('is read without the spaces around what was typed', () => {
    const { version, ...fields } = account;
    expect(
      readPostedAccount(posted({ ...fields, name: ' Robin Example ', version: String(version) })),
    ).toEqual(account);
  });
});

describe('what was not saved', () => {
  const form = posted({ name: 'Robin', role: 'admin', version: '3' });
  const typed = { name: 'Robin', email: '', role: 'admin', version: 3 };

  test('is an unforeseen failure, of which nothing is quoted', () => {
    const { status, problem, isConflict } = presentFailure(new Error('mongodb://secret'), form);
    expect([status, isConflict]).toEqual([500, false]);
    expect(problem).toEqual({
      title: 'Nothing was changed',
      text: 'Something went wrong on our side. Please try again.',
      errors: {},
    });
  });

  test('is a change of what a colleague has changed, with what was typed', () => {
    const error = new DomainError('conflict', 'Somebody changed this account.');
    expect(presentFailure(error, form)).toEqual({
      status: 409,
      problem: { title: 'Nothing was changed', text: 'Somebody changed this account.', errors: {} },
      typed,
      isConflict: true,
    });
  });

  test('is a form with fields to correct, with what was typed', () => {
    expect(presentProblems({ name: 'Enter the name' }, form)).toEqual({
      status: 400,
      problem: { title: 'There is a problem', text: '', errors: { name: 'Enter the name' } },
      typed,
      isConflict: false,
    });
  });
});
