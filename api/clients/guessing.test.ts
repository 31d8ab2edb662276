import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clientCollections,
  codes,
  invalid,
  pass,
  refusal,
  register,
  registration,
  signedIn,
  signIn,
  ssnOf,
  type Visitor,
  wait,
} from '../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { setSharedPassword } from '../staff/create-staff.ts';
import { prove } from '../testing/prove.ts';
import { signInTries } from './sign-in-tries.model.ts';

// The real thing, watched: how often it runs is what an attacker's clock would show.
vi.mock('@node-rs/argon2', { spy: true });

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
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
        await pass(ms - 3 * second, deps);
        expect((await guess())?.code).toBe('TOO_MANY_REQUESTS');
        await pass(3 * second, deps);
        expect(await guess()).toEqual(invalid);
      }
      expect(compared()).toBe(10);
      await pass(2 * hour, deps);
      expect((await guess())?.message).toMatch(/^Too many tries\. Try again in 20 hours, or call us\.$/);
      await pass(20 * hour, deps);
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
    await pass(60 * day, deps);
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

  it('is over for a number once staff have opened it again, and only staff can', async () => {
    const owner = await signedIn(deps);
    const { ssn } = registration;
    const strangers = () => Array.from({ length: 9 }, () => signIn(visitor(deps), { pin: wrongPin }));
    await codes([...strangers(), ...Array.from({ length: 9 }, () => signIn(owner, { pin: wrongPin }))]);
    expect(await codes([signIn(visitor(deps)), signIn(owner)])).toEqual({ TOO_MANY_REQUESTS: 2 });
    for (const who of [owner, visitor(deps)]) {
      expect((await refusal(who.call.clients.reopen({ ssn })))?.code).toBe('UNAUTHORIZED');
    }
    const staff = visitor(deps);
    await setSharedPassword('correct horse battery', deps);
    await staff.call.staff.signInWithPassword({ password: 'correct horse battery' });
    expect(await codes([staff.call.clients.reopen({ ssn: '212-84-7391' })])).toEqual({ BAD_REQUEST: 1 });
    await staff.call.clients.reopen({ ssn: unknown });
    expect(await codes([signIn(visitor(deps))])).toEqual({ TOO_MANY_REQUESTS: 1 });
    await staff.call.clients.reopen({ ssn });
    expect(await codes([signIn(visitor(deps)), signIn(owner)])).toEqual({ done: 2 });
  });

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
    await pass(hour - 3 * second, deps);
    expect((await refusal(signIn(one)))?.code).toBe('TOO_MANY_REQUESTS');
    await pass(3 * second, deps);
    await signIn(one);
  });

  it('of IPv6 is guessing from its whole network', async () => {
    const calls = Array.from({ length: 15 }, (_, index) => {
      const who = visitor(deps);
      who.context.address = `2001:db8:1:2::${index.toString(16)}`;
      return from(who, index);
    });
    expect(await codes(calls)).toEqual({ BAD_REQUEST: 11, TOO_MANY_REQUESTS: 4 });
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
    await pass(10 * minute, deps);
    await signIn(stranger);
  });

  it('is not slowed down by work: a proof counts for one try, and only the page of that time asks for one', async () => {
    const stranger = visitor(deps);
    const { clients } = stranger.call;
    expect((await clients.open({ form: 'client-login' })).challenge).toBeNull();
    await put(101);
    expect((await clients.open({ form: 'client-registration' })).challenge).toBeNull();
    for (let index = 0; index < 3; index += 1) {
      const { challenge, token } = await clients.open({ form: 'client-login' });
      const proof = challenge ? await prove(challenge) : '';
      const answers = { ssn: ssnOf(800 + index), pin: wrongPin };
      expect(await refusal(clients.signIn({ answers, token, proof }))).toEqual(invalid);
      const again = await refusal(clients.signIn({ answers, token, proof }));
      expect(again).toEqual(index === 0 ? invalid : wait('1 minute'));
    }
    await put(500);
    const { challenge, token } = await clients.open({ form: 'client-login' });
    const answers = { ssn: registration.ssn, pin: registration.pin };
    const proof = challenge ? await prove(challenge) : '';
    expect(await refusal(clients.signIn({ answers, token, proof }))).toEqual(wait('1 minute'));
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

  it('with one PIN at 1,000 numbers from 100 addresses is slowed down to a fifth, and the owner gets in 20 times of 20', async () => {
    const owner = await signedIn(deps);
    const addresses = Array.from({ length: 100 }, () => visitor(deps));
    const counted = { compared: 0, refused: 0, entered: 0 };
    for (let round = 0; round < 10; round += 1) {
      const guesses = codes(
        addresses.map((who, index) => signIn(who, { ssn: ssnOf(2_000 + round * 100 + index), pin: '2580' })),
      );
      for (let times = 0; times < 2; times += 1) {
        if ((await refusal(signIn(owner))) === undefined) counted.entered += 1;
      }
      const ends = await guesses;
      counted.compared += ends.BAD_REQUEST ?? 0;
      counted.refused += ends.TOO_MANY_REQUESTS ?? 0;
    }
    expect(counted.entered).toBe(20);
    expect(counted.compared).toBeLessThanOrEqual(200);
    expect(counted.compared + counted.refused).toBe(1_000);
  }, 60_000);
});
