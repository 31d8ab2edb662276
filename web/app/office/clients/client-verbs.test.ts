import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#web/testing/permissions.ts';
import { metaOf } from '../../../../api/testing/read-router.ts';
import { clientVerbs, type Verb } from './client-verbs.ts';

const verbs = Object.entries<Verb>(clientVerbs);

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
    const asked = verbs.filter(([, { form }]) => form === 'verification').map(([verb]) => verb);
    expect(asked).toEqual(['confirmation-code', 'pin-code', 'reopen', 'free-number']);
  });
});
