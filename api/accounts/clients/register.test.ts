import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLimits } from '#api/accounts/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import {
  clientCollections,
  codes,
  refusal,
  register,
  registration,
  signIn,
  ssnOf,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { type Client, clientsCollection } from './client.model.ts';
import { createClient } from './create-client.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, ...clientCollections));
afterAll(() => deps.close());

/** Registers like a browser with script. */
async function registerWithProof(who: Visitor, answers: Record<string, unknown> = {}): Promise<void> {
  const { token, challenge } = await who.call.clients.open({ form: 'client-registration' });
  const proof = challenge ? await prove(challenge) : '';
  await who.call.clients.register({ answers: { ...registration, ...answers }, token, proof });
}

const stored = () => deps.portal.collection<Client>('clients');
const failed = (message: string, fields: object = {}) => ({
  code: 'bad-input',
  title: 'Registration Failed',
  message,
  fields,
});

describe('registering is refused', () => {
  it('without our cookie, and with the token of another browser or another form', async () => {
    const { call } = visitor(deps);
    const answers = registration;
    const elsewhere = await visitor(deps).call.clients.open({ form: 'client-registration' });
    expect((await refusal(call.clients.register({ answers, token: elsewhere.token })))?.message).toContain(
      'Allow cookies',
    );
    const { token } = await call.clients.open({ form: 'client-login' });
    for (const wrong of [elsewhere.token, token, '', 'k1.zzz.zzz']) {
      expect(await refusal(call.clients.register({ answers, token: wrong }))).toMatchObject({
        code: 'forbidden',
        title: 'Registration Failed',
      });
    }
    expect(await stored().countDocuments()).toBe(0);
  });

  it.each([
    ['1968', 'PIN cannot be your birth year.'],
    ['7391', 'PIN cannot be the last 4 digits of your SSN.'],
    ['1234', 'PIN cannot be consecutive numbers.'],
    ['4321', 'PIN cannot be consecutive numbers.'],
    ['7777', 'PIN cannot be four repeating numbers.'],
  ])('with the PIN %s, with its own message', async (pin, words) => {
    expect(await refusal(register(visitor(deps), { pin, confirm_pin: pin }))).toEqual(
      failed(words, { pin: words }),
    );
  });

  it('when the PINs differ, and when the box is not ticked', async () => {
    expect(await refusal(register(visitor(deps), { confirm_pin: '8053' }))).toMatchObject({
      title: 'PIN Mismatch',
      message: 'Your PIN and confirmation PIN do not match.',
    });
    for (const not_a_robot of [false, undefined, 'on']) {
      expect(await refusal(register(visitor(deps), { not_a_robot }))).toMatchObject({
        title: 'Verification Required',
        message: 'Please confirm you are not a robot.',
      });
    }
  });

  it.each([
    ['an impossible number', { ssn: '000123456' }],
    ['an operator', { ssn: { $ne: '' } }],
    ['a list', { pin: ['8052'] }],
    ['a day that is none', { date_of_birth: '1968-02-30' }],
    ['a person under 18', { date_of_birth: '2020-01-01' }],
    ['more than was asked for', { identity_status: 'verified' }],
  ])('with %s, before anything is counted', async (_what, answers) => {
    expect(await codes([register(visitor(deps), answers)])).toEqual({ 'bad-input': 1 });
    expect(await deps.portal.collection('limits').countDocuments()).toBe(0);
    expect(await stored().countDocuments()).toBe(0);
  });

  it('when the number is registered, and never touches the existing account', async () => {
    await register(visitor(deps));
    const before = await stored().findOne();
    const again = { pin: '9046', confirm_pin: '9046', date_of_birth: '1970-01-02' };
    expect(await refusal(register(visitor(deps), again))).toEqual({
      code: 'conflict',
      title: 'Registration Failed',
      message: 'This SSN is already registered. Use "Forgot PIN" to reset.',
      fields: {},
    });
    expect(await stored().find().toArray()).toEqual([before]);
    await signIn(visitor(deps));
    expect(await refusal(signIn(visitor(deps), { pin: '9046' }))).toMatchObject({ title: 'Login Failed' });
  });

  it('reveals that a number is registered only after everything else was valid', async () => {
    await register(visitor(deps));
    const words = await refusal(register(visitor(deps), { confirm_pin: '8053' }));
    expect(words).toEqual(await refusal(register(visitor(deps), { confirm_pin: '8053', ssn: ssnOf(1) })));
  });

  it('after 5 an hour from one address, and after 3 a day for one number from there, registered or not', {
    tags: 'thorough',
  }, async () => {
    const one = visitor(deps);
    const calls = Array.from({ length: 12 }, (_, index) => registerWithProof(one, { ssn: ssnOf(index) }));
    expect(await codes(calls)).toEqual({ done: 5, 'too-many': 7 });
    const other = visitor(deps);
    const same = Array.from({ length: 5 }, () => registerWithProof(other, { ssn: ssnOf(50) }));
    expect(await codes(same)).toEqual({ done: 1, conflict: 2, 'too-many': 2 });
  });

  it('without a proof of work after 2 an hour from one address; each new proof allows one more', async () => {
    const one = visitor(deps);
    const some = (index: number) => register(one, { ssn: ssnOf(index) });
    await some(1);
    await some(2);
    expect(await refusal(some(3))).toEqual({
      code: 'too-many',
      title: 'Registration Failed',
      message:
        'We could not tell if a person sent this form, so we did not take it. Try again in 1 hour, or call us and we will help you register.',
      fields: {},
    });
    await empty(deps, 'limits');
    await some(4);
    await some(5);
    const { clients } = one.call;
    const send = (page: { token: string }, index: number, proof: string) =>
      clients.register({ answers: { ...registration, ssn: ssnOf(index) }, token: page.token, proof });
    const { challenge, ...page } = await clients.open({ form: 'client-registration' });
    const proof = challenge ? await prove(challenge) : '';
    await send(page, 6, proof);
    const another = await clients.open({ form: 'client-registration' });
    expect(await codes([send(another, 7, proof)])).toEqual({ 'too-many': 1 });
    const login = await clients.open({ form: 'client-login' });
    expect(login.challenge).toBeNull();
  });
});

describe('the proof of a registration', () => {
  it('is good for one number: another number from the same page needs another proof', async () => {
    const { clients } = visitor(deps).call;
    const { token, challenge } = await clients.open({ form: 'client-registration' });
    const proof = challenge ? await prove(challenge) : '';
    const send = (index: number) =>
      refusal(clients.register({ answers: { ...registration, ssn: ssnOf(index) }, token, proof }));
    expect(await send(1)).toBeUndefined();
    // As many as may be sent without a proof.
    expect(await send(2)).toBeUndefined();
    expect(await send(3)).toBeUndefined();
    expect(await send(4)).toMatchObject({ code: 'too-many' });
    expect(await send(1)).toMatchObject({ code: 'conflict' });
    expect(await stored().countDocuments()).toBe(3);
    expect(JSON.stringify(await deps.portal.collection('spent_challenges').find().toArray())).not.toContain(
      ssnOf(1),
    );
  });
});

describe('registering', () => {
  it('is never refused because of others: 100 registrations from elsewhere only increase the work', {
    tags: 'thorough',
  }, async () => {
    const challengeOf = async () => {
      const { challenge } = await visitor(deps).call.clients.open({ form: 'client-registration' });
      return JSON.parse(Buffer.from(challenge ? await prove(challenge) : '', 'base64').toString()).solution;
    };
    expect((await challengeOf()).counter).toBeLessThan(250);
    for (let index = 0; index < 100; index += 1)
      await deps.limits.reserve(accountLimits.clientRegistration, `198.51.100.${index}`);
    expect((await challengeOf()).counter).toBeGreaterThanOrEqual(600);
    await registerWithProof(visitor(deps));
    await register(visitor(deps), { ssn: ssnOf(1) });
  });

  it('creates an unverified account that can sign in, and stores nothing in plain text', async () => {
    await register(visitor(deps), { ssn: ' 212-84-7391 ' });
    const row = await stored().findOne();
    expect(row).toMatchObject({
      identity_status: 'unverified',
      first_name: null,
      last_name: null,
      last_used_at: null,
    });
    const dump = JSON.stringify(row);
    expect(dump).not.toMatch(/212847391|7391"|argon2/);
    // Ids, hashes and ciphertexts may have any four digits in them.
    expect(dump.replaceAll(/[\w.-]{20,}/g, '')).not.toMatch(/1968|8052/);
    const ring = await deps.keys.of(row?._id);
    const open = (field: 'ssn' | 'date_of_birth' | 'pin_hash') =>
      row && clientsCollection.decrypt(ring, row._id, field, row[field]);
    expect([open('ssn'), open('date_of_birth')]).toEqual(['212847391', '1968-04-27']);
    expect(open('pin_hash')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(visitor(deps));
    expect((await stored().findOne())?.last_used_at).toBeInstanceOf(Date);
  });

  it('creates one account from 100 registrations at once, whatever their answers', {
    tags: 'thorough',
  }, async () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      createClient({ ssn: ssnOf(7), dateOfBirth: '1960-05-06', pin: String(2000 + index) }, deps),
    );
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.filter((end) => end.status === 'rejected' && end.reason.code === 'conflict')).toHaveLength(
      99,
    );
    expect(await stored().countDocuments()).toBe(1);
  });
});
