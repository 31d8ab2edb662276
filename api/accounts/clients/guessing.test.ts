/** @module-tag thorough */

import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { prove } from '#api/testing/prove.ts';
import {
  askedForBirthDate,
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
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { unmatchablePinHash } from './pin.ts';
import { signInAttemptsCollection } from './sign-in-attempts.model.ts';
import { reserveFromNetwork } from './sign-in-attempts.ts';

// The real module with a spy: the number of calls is what an attacker could measure by time.
vi.mock('@node-rs/argon2', { spy: true });

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const unknown = ssnOf(400);
const wrongPin = '1357';
/** A tenth of the attack that the limits are designed for; ATTACK_SCALE=10 runs all of it. */
const guessCount = 200 * Number(process.env.ATTACK_SCALE ?? 1);

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

const both: [string, string][] = [
  ['a registered number', registration.ssn],
  ['an unregistered number', unknown],
];
/** The wait began a few seconds ago. @param span its whole length. */
const atMost = (span: '1 minute' | '30 seconds') => {
  const left = span === '1 minute' ? '1 minute|[345]\\d seconds' : '30 seconds|[12]\\d seconds';
  const message = new RegExp(`^Too many tries\\. Try again in (${left}), or call us\\.$`);
  return { ...wait(''), message: expect.stringMatching(message) };
};
/** The part of `unmatchablePinHash` that is unique to it. */
const unmatchable = unmatchablePinHash.slice(-20);

/** @returns a visitor with a new browser at this address. */
function from(address: string): Visitor {
  const who = visitor(deps);
  who.context.address = address;
  return who;
}

const compared = () => vi.mocked(argon2.verify).mock.calls.length;

describe('guessing at one number', () => {
  it.each(both)(
    '20 times at once from one network compares 3 PINs for %s, and the others have to wait',
    async (_which, ssn) => {
      const one = visitor(deps);
      await empty(deps, 'limits');
      const { address } = one.context;
      const guesses = Array.from({ length: 20 }, (_, guess) =>
        signIn(from(address), { ssn, pin: String(2000 + guess) }),
      );
      expect(await codes(guesses)).toEqual({ 'bad-input': 3, 'too-many': 17 });
      expect(compared()).toBe(3);
      await empty(deps, 'limits');
      expect(await refusal(signIn(one, { ssn }))).toEqual(atMost('30 seconds'));
      for (let times = 0; times < 3; times += 1) {
        await pass(minute, deps);
        expect(await refusal(signIn(one, { ssn, pin: wrongPin }))).toEqual(invalid);
        expect(await refusal(signIn(one, { ssn, pin: wrongPin }))).toEqual(atMost('1 minute'));
      }
    },
  );

  it.each(both)(
    'with the PIN alone for %s ends after 10 in 30 days; then even the right PIN needs the date of birth',
    async (_which, ssn) => {
      const guess = (answers = {}) => refusal(signIn(visitor(deps), { ssn, pin: wrongPin, ...answers }));
      for (let times = 0; times < 10; times += 1) expect(await guess()).toEqual(invalid);
      expect(await guess()).toEqual(askedForBirthDate);
      expect(await guess({ pin: registration.pin })).toEqual(askedForBirthDate);
      expect(compared()).toBe(10);
      await pass(29 * day, deps);
      expect(await guess()).toEqual(askedForBirthDate);
      await pass(day, deps);
      expect(await guess()).toEqual(invalid);
    },
  );

  it('of other dates of birth never keeps the owner with the right date out: 20 of 20', async () => {
    const stranger = (date: string) => signIn(visitor(deps), { pin: wrongPin, date_of_birth: date });
    await codes(Array.from({ length: 10 }, () => stranger('1950-01-01')));
    let entered = 0;
    for (let times = 0; times < 20; times += 1) {
      await empty(deps, 'limits');
      await codes(Array.from({ length: 15 }, (_, index) => stranger(`19${50 + times}-02-${index + 10}`)));
      const owner = visitor(deps);
      expect(await refusal(signIn(owner))).toEqual(askedForBirthDate);
      const date_of_birth = registration.date_of_birth;
      if ((await refusal(signIn(owner, { date_of_birth }))) === undefined) entered += 1;
    }
    expect(entered).toBe(20);
  });

  it('with a wrong date of birth compares no PIN, but responds and counts the same', async () => {
    await codes(Array.from({ length: 10 }, () => signIn(visitor(deps), { pin: wrongPin })));
    const ends = [];
    for (const answers of [
      { date_of_birth: '1968-04-28' },
      { date_of_birth: registration.date_of_birth, pin: wrongPin },
      { date_of_birth: registration.date_of_birth, ssn: unknown },
    ]) {
      vi.mocked(argon2.verify).mockClear();
      if (answers.ssn)
        await codes(Array.from({ length: 10 }, () => signIn(visitor(deps), { ...answers, pin: wrongPin })));
      vi.mocked(argon2.verify).mockClear();
      const error = await refusal(signIn(visitor(deps), answers));
      const parameters = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).slice(0, 31));
      ends.push({ error, parameters });
    }
    expect(ends[0]?.error).toEqual(invalid);
    expect(ends[0]?.parameters).toHaveLength(1);
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it.each(both)(
    'with one date of birth for %s is limited to 10 a day and 30 in 30 days, and shows how long it is closed',
    async (_which, ssn) => {
      const guess = (pin = wrongPin) =>
        refusal(signIn(visitor(deps), { ssn, pin, date_of_birth: registration.date_of_birth }));
      const closed = (span: string) => ({
        code: 'too-many',
        title: 'Login Failed',
        message: `Too many tries. To keep it safe, this login is closed for ${span}. You can still log in on a phone or computer where you logged in before. Or call us, and we will help you get back in.`,
        fields: {},
      });
      for (let times = 0; times < 10; times += 1) expect(await guess()).toEqual(invalid);
      for (let days = 0; days < 3; days += 1) {
        for (let times = 0; times < 10; times += 1) expect(await guess()).toEqual(invalid);
        if (days < 2) expect(await guess(registration.pin)).toEqual(closed('24 hours'));
        else expect(await guess(registration.pin)).toEqual(closed('28 days'));
        await pass(day, deps);
      }
      expect(compared()).toBe(40);
      await pass(27 * day, deps);
      expect((await guess())?.code).toBe('bad-input');
    },
  );

  it(`${guessCount} times at once from half as many addresses, with and without the date of birth, compares no more PINs than allowed`, async () => {
    const date_of_birth = registration.date_of_birth;
    vi.mocked(argon2.verify).mockClear();
    const guesses = Array.from({ length: guessCount }, (_, guess) =>
      signIn(from(`198.51.${(guess % (guessCount / 2)) >> 8}.${(guess % (guessCount / 2)) & 255}`), {
        pin: String(1_000 + guess),
        ...(guess % 2 ? { date_of_birth } : {}),
      }),
    );
    const ends = await codes(guesses);
    const real = vi.mocked(argon2.verify).mock.calls.filter(([hash]) => !String(hash).includes(unmatchable));
    expect(real.length).toBeLessThanOrEqual(20);
    expect(real.length).toBeGreaterThan(0);
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(guessCount);
  });

  it('does not lock the client out of a known browser: 100 of 100', async () => {
    const owner = await signedIn(deps);
    const guesses = Array.from({ length: 30 }, () => signIn(visitor(deps), { pin: wrongPin }));
    await codes(guesses);
    expect(await refusal(signIn(visitor(deps)))).toEqual(askedForBirthDate);
    let entered = 0;
    for (let times = 0; times < 100; times += 1) {
      await empty(deps, 'limits');
      await owner.call.clients.signOut();
      if ((await refusal(signIn(owner))) === undefined) entered += 1;
    }
    expect(entered).toBe(100);
  });

  it('from a known browser has its own schedule, which is no longer than the others', async () => {
    const owner = await signedIn(deps);
    vi.mocked(argon2.verify).mockClear();
    const guesses = Array.from({ length: 15 }, () => signIn(owner, { pin: wrongPin }));
    expect(await codes(guesses)).toEqual({ 'bad-input': 3, 'too-many': 12 });
    expect(compared()).toBe(3);
  });

  it('is not made easier by a browser known for another client', async () => {
    const other = visitor(deps);
    await register(other, { ssn: ssnOf(1) });
    await signIn(other, { ssn: ssnOf(1) });
    const before = compared();
    const guesses = Array.from({ length: 10 }, () => signIn(other, { pin: wrongPin }));
    expect(await codes(guesses)).toEqual({ 'bad-input': 3, 'too-many': 7 });
    expect(compared() - before).toBe(3);
  });
});

describe('guessing from one address', () => {
  const guessAt = (who: Visitor, index: number) => signIn(who, { ssn: ssnOf(500 + index), pin: wrongPin });

  it('is limited to 20 attempts a minute', async () => {
    const one = visitor(deps);
    await codes(Array.from({ length: 25 }, () => guessAt(one, 1)));
    expect(await refusal(guessAt(one, 2))).toEqual(atMost('1 minute'));
  });

  it('is stopped for an hour after more than 10 numbers have failed', async () => {
    const one = visitor(deps);
    expect(await codes(Array.from({ length: 19 }, (_, index) => guessAt(one, index)))).toEqual({
      'bad-input': 11,
      'too-many': 8,
    });
    await empty(deps, 'limits');
    expect(await refusal(signIn(one))).toEqual(wait('1 hour'));
    await pass(hour - minute, deps);
    expect((await refusal(signIn(one)))?.code).toBe('too-many');
    await pass(minute, deps);
    await signIn(one);
  });

  it('counts for the whole network when it is an IPv6 address', async () => {
    const calls = Array.from({ length: 15 }, (_, index) => {
      const who = visitor(deps);
      who.context.address = `2001:db8:1:2::${index.toString(16)}`;
      return guessAt(who, index);
    });
    expect(await codes(calls)).toEqual({ 'bad-input': 11, 'too-many': 4 });
  });

  it('counts for an IPv6 /48 too, which may fail with four times as many numbers', async () => {
    const network = fingerprint(deps.keys.fingerprints, 'address', '2001:db8:1::/48');
    for (let index = 0; index < 40; index += 1)
      await reserveFromNetwork(deps.portal, { network, ssn: `number ${index}`, times: 4 });
    const [one, other] = ['2001:db8:1:a::1', '2001:db8:1:b::1'].map(from) as [Visitor, Visitor];
    expect((await refusal(guessAt(one, 1)))?.code).toBe('bad-input');
    expect(await refusal(guessAt(other, 2))).toEqual(wait('1 hour'));
    expect((await refusal(guessAt(from('2001:db8:2:a::1'), 3)))?.code).toBe('bad-input');
  });

  it('is limited to 60 failures an hour, however few the numbers are', async () => {
    const one = visitor(deps);
    await refusal(guessAt(one, 1));
    const key = { _id: /^address:/ } as never;
    const [first] = (await signInAttemptsCollection.rows(deps.portal).findOne(key))?.tries ?? [];
    const tries = Array.from({ length: 60 }, (_, index) => ({ ...first, id: `one-${index}` }));
    await signInAttemptsCollection.rows(deps.portal).updateOne(key, { $set: { tries } } as never);
    expect(await refusal(signIn(one))).toEqual(wait('1 hour'));
    await signIn(visitor(deps));
  });

  it('does not count successful sign-ins: a shelter with one connection is not locked out', async () => {
    const address = visitor(deps);
    for (let index = 0; index < 15; index += 1) {
      const ssn = ssnOf(index);
      await register(visitor(deps), { ssn });
      await signIn(address, { ssn });
    }
    const rows = await signInAttemptsCollection.rows(deps.portal).find().toArray();
    expect(rows.flatMap(({ tries }) => tries)).toEqual([]);
  });
});

describe('guessing across all numbers and addresses', () => {
  const failures = () => deps.portal.collection('client_sign_in_failures');
  const addFailures = (count: number, pin = 'another') =>
    failures().insertMany(
      Array.from({ length: count }, (_, index) => ({ at: new Date(), ssn: `n${index}`, pin })),
    );

  it('limits an address to one attempt a minute after more than 100 failures in ten minutes, and known browsers not at all', async () => {
    const owner = await signedIn(deps);
    const stranger = visitor(deps);
    const guess = () => refusal(signIn(stranger, { ssn: unknown, pin: wrongPin }));
    await addFailures(99);
    expect([await guess(), await guess()]).toEqual([invalid, invalid]);
    expect(await guess()).toEqual(invalid);
    expect(await guess()).toEqual(atMost('1 minute'));
    for (let times = 0; times < 5; times += 1) await signIn(owner);
    await pass(10 * minute, deps);
    await signIn(stranger);
  });

  it('is not slowed down with a proof of work, which counts for one attempt and is only requested at such times', async () => {
    const stranger = visitor(deps);
    const { clients } = stranger.call;
    expect((await clients.open({ form: 'client-login' })).challenge).toBeNull();
    await addFailures(101);
    for (let index = 0; index < 3; index += 1) {
      const { challenge, token } = await clients.open({ form: 'client-login' });
      const proof = challenge ? await prove(challenge) : '';
      const answers = { ssn: ssnOf(800 + index), pin: wrongPin };
      expect(await refusal(clients.signIn({ answers, token, proof }))).toEqual(invalid);
      const again = await refusal(clients.signIn({ answers, token, proof }));
      expect(again).toEqual(index === 0 ? invalid : atMost('1 minute'));
    }
  });

  it('never refuses the right PIN with a proof of work, however much is guessed: the work increases, and staff are alerted', async () => {
    await empty(deps, 'outbox');
    await addFailures(600);
    const stranger = visitor(deps);
    const { clients } = stranger.call;
    await refusal(signIn(stranger, { ssn: unknown, pin: wrongPin }));
    const { challenge, token } = await clients.open({ form: 'client-login' });
    const answers = { ssn: registration.ssn, pin: registration.pin };
    expect(await refusal(clients.signIn({ answers, token }))).toEqual(atMost('1 minute'));
    const proof = challenge ? await prove(challenge) : '';
    const { counter } = JSON.parse(Buffer.from(proof, 'base64').toString()).solution;
    expect(counter).toBeGreaterThanOrEqual(600);
    await clients.signIn({ answers, token, proof });
    const alerts = () => deps.portal.collection('outbox').countDocuments({ kind: 'attack-alert' });
    await expect.poll(alerts).toBe(1);
  });

  it('has the same limits while one PIN is tried on more than 20 numbers, from whatever addresses', async () => {
    const calls = Array.from({ length: 21 }, (_, index) =>
      signIn(visitor(deps), { ssn: ssnOf(600 + index), pin: '2580' }),
    );
    expect(await codes(calls)).toEqual({ 'bad-input': 21 });
    const one = visitor(deps);
    expect(await refusal(signIn(one, { ssn: ssnOf(700), pin: '2580' }))).toEqual(invalid);
    expect(await refusal(signIn(one, { ssn: ssnOf(701), pin: '2580' }))).toEqual(atMost('1 minute'));
    expect(await refusal(signIn(one, { ssn: ssnOf(702), pin: '2581' }))).toEqual(invalid);
  });

  it('with one PIN for 1,000 numbers from 100 addresses is slowed down to a fifth, and the owner gets in 20 times of 20', async () => {
    const owner = await signedIn(deps);
    const addresses = Array.from({ length: 100 }, () => visitor(deps));
    const counted = { compared: 0, refused: 0, entered: 0 };
    const began = Date.now();
    for (let round = 0; round < 10; round += 1) {
      const guesses = codes(
        addresses.map((who, index) => signIn(who, { ssn: ssnOf(2_000 + round * 100 + index), pin: '2580' })),
      );
      for (let times = 0; times < 2; times += 1) {
        if ((await refusal(signIn(owner))) === undefined) counted.entered += 1;
      }
      const ends = await guesses;
      counted.compared += ends['bad-input'] ?? 0;
      counted.refused += ends['too-many'] ?? 0;
    }
    expect(counted.entered).toBe(20);
    const minutesBegun = Math.ceil((Date.now() - began) / minute);
    // One of each address in a minute, beside those before the PIN was noticed.
    expect(counted.compared).toBeLessThanOrEqual(100 + 100 * minutesBegun);
    expect(counted.compared + counted.refused).toBe(1_000);
  });
});
