import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clientCollections,
  codes,
  refusal,
  register,
  registration,
  signedIn,
  signIn,
  ssnOf,
  type Visitor,
} from '../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { signInTries } from './sign-in-tries.model.ts';

// The real thing, watched: how often it runs is what an attacker's clock would show.
vi.mock('@node-rs/argon2', { spy: true });

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const unknown = ssnOf(400);
const wrongPin = '1357';

const invalid = {
  code: 'BAD_REQUEST',
  title: 'Login Failed',
  message: 'Invalid SSN or PIN. Please try again.',
  fields: {},
};
const wait = (span: string) => ({
  code: 'TOO_MANY_REQUESTS',
  title: 'Login Failed',
  message: `Too many tries. Try again in ${span}, or call us.`,
  fields: {},
});

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

/** Moves everything that was tried into the past, because nobody waits for hours in a test. */
async function pass(ms: number): Promise<void> {
  const rows = await signInTries(deps.portal).find().toArray();
  for (const { _id, tries } of rows) {
    const moved = tries.map((each) => ({ ...each, at: new Date(each.at.getTime() - ms) }));
    await signInTries(deps.portal).updateOne({ _id }, { $set: { tries: moved } });
  }
  await deps.portal
    .collection('client_sign_in_failures')
    .updateMany({}, [{ $set: { at: { $subtract: ['$at', ms] } } }]);
  await empty(deps, 'limits');
}

describe('signing in is refused', () => {
  it('without our cookie, and with a token that another browser was given', async () => {
    const { call } = visitor(deps);
    const { token } = await visitor(deps).call.clients.open({ form: 'client-login' });
    const answers = { ssn: registration.ssn, pin: registration.pin };
    expect((await refusal(call.clients.signIn({ answers, token })))?.message).toContain('Allow cookies');
    await call.clients.open({ form: 'client-login' });
    expect(await refusal(call.clients.signIn({ answers, token }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(compared()).toBe(0);
  });

  it.each([
    ['nothing', { ssn: '', pin: '' }, 'Missing Information'],
    ['eight digits', { ssn: '21284739' }, 'Please Check Your Answers'],
    ['an operator', { pin: { $gt: '' } }, 'Please Check Your Answers'],
    ['a list', { ssn: [registration.ssn] }, 'Please Check Your Answers'],
  ])('with %s, before anything is counted or compared', async (_what, answers, title) => {
    expect(await refusal(signIn(visitor(deps), answers))).toMatchObject({
      code: 'BAD_REQUEST',
      title,
    });
    expect([compared(), await signInTries(deps.portal).countDocuments()]).toEqual([0, 0]);
  });

  it('for a wrong PIN, an unknown number and an impossible one alike: words, work and counters', async () => {
    const ends = [];
    for (const ssn of [registration.ssn, unknown, '000123456', '666123456', '912345678']) {
      await empty(deps, 'client_sign_in_tries', 'client_sign_in_failures', 'limits');
      vi.mocked(argon2.verify).mockClear();
      const { context, ...who } = visitor(deps);
      const words = await refusal(signIn({ context, ...who }, { ssn, pin: wrongPin }));
      const tries = await signInTries(deps.portal).find().toArray();
      const cookies = context.cookies.headers().map((each) => each.replace(/=.*/, ''));
      const parameters = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).slice(0, 31));
      ends.push({ words, parameters, counted: tries.map(({ tries: each }) => each.length), cookies });
    }
    expect(ends[0]).toMatchObject({ words: invalid, counted: [1, 1], cookies: ['client-form'] });
    expect(ends[0]?.parameters).toEqual([expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$')]);
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it('for somebody who registered and whose account is gone', async () => {
    await empty(deps, 'clients');
    expect(await refusal(signIn(visitor(deps)))).toEqual(invalid);
  });
});

describe('guessing at one number', () => {
  it.each([
    ['a registered number', registration.ssn],
    ['a number that nobody has', unknown],
  ])('50 times at once compares 3 for %s, and tells the others to wait', async (_which, ssn) => {
    const guesses = Array.from({ length: 50 }, (_, guess) =>
      signIn(visitor(deps), { ssn, pin: String(2000 + guess) }),
    );
    expect(await codes(guesses)).toEqual({ BAD_REQUEST: 3, TOO_MANY_REQUESTS: 47 });
    expect(compared()).toBe(3);
    expect(await refusal(signIn(visitor(deps), { ssn }))).toEqual(wait('30 seconds'));
  });

  it.each([
    ['a registered number', registration.ssn],
    ['a number that nobody has', unknown],
  ])(
    'of %s gets slower by the schedule, stops at 10 a day, and goes on the next day',
    async (_which, ssn) => {
      const guess = () => refusal(signIn(visitor(deps), { ssn, pin: wrongPin }));
      for (let free = 0; free < 3; free += 1) expect(await guess()).toEqual(invalid);
      const steps: [string, number][] = [
        ['30 seconds', 30 * second],
        ['1 minute', minute],
        ['5 minutes', 5 * minute],
        ['15 minutes', 15 * minute],
        ['30 minutes', 30 * minute],
        ['1 hour', hour],
        ['1 hour', hour],
      ];
      for (const [span, ms] of steps) {
        expect(await guess()).toEqual(wait(span));
        await pass(ms - 3 * second);
        expect((await guess())?.code).toBe('TOO_MANY_REQUESTS');
        await pass(3 * second);
        expect(await guess()).toEqual(invalid);
      }
      expect(compared()).toBe(10);
      await pass(2 * hour);
      expect((await guess())?.message).toMatch(/^Too many tries\. Try again in 20 hours, or call us\.$/);
      await pass(20 * hour);
      expect(await guess()).toEqual(invalid);
      expect((await guess())?.code).toBe('TOO_MANY_REQUESTS');
    },
  );

  it.each([
    ['a registered number', registration.ssn],
    ['a number that nobody has', unknown],
  ])('100 times in a month closes %s, also to the right PIN and for good', async (_which, ssn) => {
    await refusal(signIn(visitor(deps), { ssn, pin: wrongPin }));
    const key = { _id: /^ssn:/ } as never;
    const tries = Array.from({ length: 100 }, (_, index) => ({
      id: `old-${index}`,
      at: new Date(Date.now() - (29 - index / 4) * day),
    }));
    await signInTries(deps.portal).updateOne(key, { $set: { tries } });
    const closed =
      'Too many tries. To keep it safe, this login is closed. Call us and we will help you get back in.';
    expect(await refusal(signIn(visitor(deps), { ssn }))).toMatchObject({ message: closed });
    await pass(60 * day);
    expect(await refusal(signIn(visitor(deps), { ssn }))).toMatchObject({ message: closed });
    expect((await signInTries(deps.portal).findOne(key))?.expires_at).toBeNull();
  });

  it('does not keep the client out of a browser that is known: 100 of 100', async () => {
    const owner = await signedIn(deps);
    const guesses = Array.from({ length: 30 }, () => signIn(visitor(deps), { pin: wrongPin }));
    await codes(guesses);
    expect((await refusal(signIn(visitor(deps))))?.code).toBe('TOO_MANY_REQUESTS');
    let entered = 0;
    for (let times = 0; times < 100; times += 1) {
      await empty(deps, 'limits');
      await owner.call.clients.signOut();
      if ((await refusal(signIn(owner))) === undefined) entered += 1;
    }
    expect(entered).toBe(100);
  }, 60_000);

  it('from the known browser has its own schedule, which is no longer than the others’', async () => {
    const owner = await signedIn(deps);
    vi.mocked(argon2.verify).mockClear();
    const guesses = Array.from({ length: 15 }, () => signIn(owner, { pin: wrongPin }));
    expect(await codes(guesses)).toEqual({ BAD_REQUEST: 3, TOO_MANY_REQUESTS: 12 });
    expect(compared()).toBe(3);
  });

  it('is not made easier by a browser that is known for another client', async () => {
    const other = visitor(deps);
    await register(other, { ssn: ssnOf(1) });
    await signIn(other, { ssn: ssnOf(1) });
    const before = compared();
    const guesses = Array.from({ length: 10 }, () => signIn(other, { pin: wrongPin }));
    expect(await codes(guesses)).toEqual({ BAD_REQUEST: 3, TOO_MANY_REQUESTS: 7 });
    expect(compared() - before).toBe(3);
  });
});

describe('guessing from one address', () => {
  const from = (who: Visitor, index: number) => signIn(who, { ssn: ssnOf(500 + index), pin: wrongPin });

  it('is 20 tries a minute', async () => {
    const one = visitor(deps);
    await codes(Array.from({ length: 25 }, () => from(one, 1)));
    expect(await refusal(from(one, 2))).toEqual(wait('1 minute'));
  });

  it('ends for an hour when more than 10 numbers have failed', async () => {
    const one = visitor(deps);
    expect(await codes(Array.from({ length: 19 }, (_, index) => from(one, index)))).toEqual({
      BAD_REQUEST: 11,
      TOO_MANY_REQUESTS: 8,
    });
    await empty(deps, 'limits');
    expect(await refusal(signIn(one))).toEqual(wait('1 hour'));
    await pass(hour - 3 * second);
    expect((await refusal(signIn(one)))?.code).toBe('TOO_MANY_REQUESTS');
    await pass(3 * second);
    await signIn(one);
  });

  it('is 60 failures an hour, however few the numbers are', async () => {
    const one = visitor(deps);
    await refusal(from(one, 1));
    const key = { _id: /^address:/ } as never;
    const [first] = (await signInTries(deps.portal).findOne(key))?.tries ?? [];
    const tries = Array.from({ length: 60 }, (_, index) => ({ ...first, id: `one-${index}` }));
    await signInTries(deps.portal).updateOne(key, { $set: { tries } } as never);
    expect(await refusal(signIn(one))).toEqual(wait('1 hour'));
    await signIn(visitor(deps));
  });

  it('does not count what succeeds: a shelter with one line is not locked out', async () => {
    const address = visitor(deps);
    for (let index = 0; index < 15; index += 1) {
      const ssn = ssnOf(index);
      await register(visitor(deps), { ssn });
      await signIn(address, { ssn });
    }
    const rows = await signInTries(deps.portal).find().toArray();
    expect(rows.flatMap(({ tries }) => tries)).toEqual([]);
  });
});

describe('guessing over all', () => {
  const failures = () => deps.portal.collection('client_sign_in_failures');
  const put = (count: number, pin = 'another') =>
    failures().insertMany(
      Array.from({ length: count }, (_, index) => ({ at: new Date(), ssn: `n${index}`, pin })),
    );

  it('lets an address try once a minute after more than 100 failures in ten minutes, and known browsers as ever', async () => {
    const owner = await signedIn(deps);
    const stranger = visitor(deps);
    const guess = () => refusal(signIn(stranger, { ssn: unknown, pin: wrongPin }));
    await put(99);
    expect([await guess(), await guess()]).toEqual([invalid, invalid]);
    expect(await guess()).toEqual(invalid);
    expect(await guess()).toEqual(wait('1 minute'));
    for (let times = 0; times < 5; times += 1) await signIn(owner);
    await pass(10 * minute);
    await signIn(stranger);
  });

  it('does the same while one PIN is tried on more than 20 numbers, whatever the addresses are', async () => {
    const calls = Array.from({ length: 21 }, (_, index) =>
      signIn(visitor(deps), { ssn: ssnOf(600 + index), pin: '2580' }),
    );
    expect(await codes(calls)).toEqual({ BAD_REQUEST: 21 });
    const one = visitor(deps);
    expect(await refusal(signIn(one, { ssn: ssnOf(700), pin: '2580' }))).toEqual(invalid);
    expect(await refusal(signIn(one, { ssn: ssnOf(701), pin: '2580' }))).toEqual(wait('1 minute'));
    expect(await refusal(signIn(one, { ssn: ssnOf(702), pin: '2581' }))).toEqual(invalid);
  });
});
