import { setImmediate as turn } from 'node:timers/promises';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashInQueue } from '#api/accounts/hashing-queue.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  clientCollections,
  invalid,
  refusal,
  register,
  registration,
  signIn,
  ssnOf,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signInAttemptsCollection } from './sign-in-attempts.model.ts';

// The real module with a spy: the number of calls is what an attacker could measure by time.
vi.mock('@node-rs/argon2', { spy: true });

const unknown = ssnOf(400);
const wrongPin = '1357';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, ...clientCollections);
  await register(visitor(deps));
  vi.mocked(argon2.verify).mockClear();
});
afterAll(() => deps.close());

const compared = () => vi.mocked(argon2.verify).mock.calls.length;

describe('signing in is refused', () => {
  it('without our cookie, and with the token of another browser', async () => {
    const { call } = visitor(deps);
    const { token } = await visitor(deps).call.clients.open({ form: 'client-login' });
    const answers = { ssn: registration.ssn, pin: registration.pin };
    expect((await refusal(call.clients.signIn({ answers, token })))?.message).toContain('Allow cookies');
    await call.clients.open({ form: 'client-login' });
    expect(await refusal(call.clients.signIn({ answers, token }))).toMatchObject({ code: 'forbidden' });
    expect(compared()).toBe(0);
  });

  it.each([
    ['nothing', { ssn: '', pin: '' }, 'Missing Information'],
    ['eight digits', { ssn: '21284739' }, 'Please Check Your Answers'],
    ['an operator', { pin: { $gt: '' } }, 'Please Check Your Answers'],
    ['a list', { ssn: [registration.ssn] }, 'Please Check Your Answers'],
  ])('with %s, before anything is counted or compared', async (_what, answers, title) => {
    expect(await refusal(signIn(visitor(deps), answers))).toMatchObject({
      code: 'bad-input',
      title,
    });
    expect([compared(), await signInAttemptsCollection.rows(deps.portal).countDocuments()]).toEqual([0, 0]);
  });

  it('for a wrong PIN, an unknown number and an impossible one alike: same message, work and counters', async () => {
    const ends = [];
    for (const ssn of [registration.ssn, unknown, '000123456', '666123456', '912345678']) {
      await empty(deps, 'client_sign_in_tries', 'client_sign_in_failures', 'limits');
      vi.mocked(argon2.verify).mockClear();
      const { context, ...who } = visitor(deps);
      const words = await refusal(signIn({ context, ...who }, { ssn, pin: wrongPin }));
      const tries = await signInAttemptsCollection.rows(deps.portal).find().toArray();
      const cookies = context.cookies.headers().map((each) => each.replace(/=.*/, ''));
      const parameters = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).slice(0, 31));
      ends.push({ words, parameters, counted: tries.map(({ tries: each }) => each.length), cookies });
    }
    expect(ends[0]).toMatchObject({ words: invalid, counted: [1, 1, 1], cookies: ['client-form'] });
    expect(ends[0]?.parameters).toEqual([expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$')]);
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it('with its own message when the hashing queue is full, and that does not count as a failure', async () => {
    const ends: (() => void)[] = [];
    const occupied = Array.from({ length: 502 }, () =>
      hashInQueue('clients', () => new Promise<void>((resolve) => ends.push(resolve)), { text: '' }),
    );
    for (const ssn of [registration.ssn, unknown]) {
      expect(await refusal(signIn(visitor(deps), { ssn }))).toMatchObject({
        code: 'unavailable',
        title: 'Login Failed',
        message: 'An error occurred during login.',
      });
    }
    let left = true;
    const ended = Promise.all(occupied).then(() => {
      left = false;
    });
    while (left) {
      for (const end of ends.splice(0)) end();
      await turn();
    }
    await ended;
    const rows = await signInAttemptsCollection.rows(deps.portal).find().toArray();
    expect(rows.flatMap(({ tries }) => tries)).toEqual([]);
  });

  it.each(['client_sign_in_tries', 'limits'])(
    'while %s can not be written to, with nothing compared and no session, also to the right PIN',
    async (collection) => {
      await empty(deps, ...clientCollections.slice(1));
      const accepts = (validator: object) => deps.portal.db?.command({ collMod: collection, validator });
      await accepts({ nothing: 'fits' });
      try {
        const { code, message } = (await refusal(signIn(visitor(deps)))) ?? {};
        expect(code).toMatch(/^(INTERNAL_SERVER_ERROR|unavailable)$/);
        expect(message).not.toMatch(/validation|Document/);
      } finally {
        await accepts({});
      }
      expect([compared(), await deps.portal.collection('client_sessions').countDocuments()]).toEqual([0, 0]);
      await signIn(visitor(deps));
    },
  );

  it('for a client whose account was deleted', async () => {
    await empty(deps, 'clients');
    expect(await refusal(signIn(visitor(deps)))).toEqual(invalid);
  });
});
