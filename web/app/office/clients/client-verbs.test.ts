import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#web/testing/permissions.ts';
import { metaOf } from '../../../../api/testing/read-router.ts';
import { clientVerbs, problemOfReason, type Verb } from './client-verbs.ts';

const verbs = Object.entries<Verb>(clientVerbs);
const callerLabel = clientVerbs['pin-code'].reason;

describe('a reason', () => {
  test.each([
    [0, 'Reason', 'Give the reason, in at least 5 characters'],
    [4, 'Reason', 'Give the reason, in at least 5 characters'],
    [4, callerLabel, 'Say how you verified the caller, in at least 5 characters'],
    [501, 'Reason', 'Say it in 500 characters or fewer'],
    [501, callerLabel, 'Say it in 500 characters or fewer'],
  ])('of %d characters is refused in the words of its field, %s', (length, label, problem) => {
    expect(problemOfReason('x'.repeat(length), label)).toBe(problem);
  });

  test.each([
    [5, 'Reason'],
    [500, 'Reason'],
    [5, callerLabel],
  ])('of %d characters is taken, %s', (length, label) => {
    expect(problemOfReason('x'.repeat(length), label)).toBeUndefined();
  });
});

describe('what staff can do about a login', () => {
  test.each(verbs)('is nothing that who may only look is offered: %s', (_verb, { procedure }) => {
    expect(permissionsOf('read_only')(procedure)).toBe(false);
  });

  test('ends the account where it also needs a recent confirmation', () => {
    const ending = verbs.filter(([, { endsAccount }]) => endsAccount).map(([verb]) => verb);
    const confirmed = verbs.filter(([, { procedure }]) => metaOf(procedure).confirmed).map(([verb]) => verb);
    expect(ending).toEqual(['free-number', 'close']);
    expect(confirmed).toEqual(ending);
  });

  test('asks how the caller was verified wherever a caller gets in by it', () => {
    const asked = verbs.filter(([, { reason }]) => reason === callerLabel).map(([verb]) => verb);
    expect(asked).toEqual(['confirmation-code', 'pin-code', 'reopen', 'free-number']);
  });
});
