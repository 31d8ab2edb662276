import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clientCollections,
  codes,
  refusal,
  register,
  registration,
  signIn,
  ssnOf,
} from '../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { type Client, openForClient } from './client.model.ts';
import { createClient } from './create-client.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, ...clientCollections));
afterAll(() => deps.close());

const stored = () => deps.portal.collection<Client>('clients');
const failed = (message: string, fields: object = {}) => ({
  code: 'BAD_REQUEST',
  title: 'Registration Failed',
  message,
  fields,
});

describe('registering is refused', () => {
  it('without our cookie, and with a token that another browser or another form was given', async () => {
    const { call } = visitor(deps);
    const answers = registration;
    const elsewhere = await visitor(deps).call.clients.open({ form: 'client-registration' });
    expect((await refusal(call.clients.register({ answers, token: elsewhere.token })))?.message).toContain(
      'Allow cookies',
    );
    const { token } = await call.clients.open({ form: 'client-login' });
    for (const wrong of [elsewhere.token, token, '', 'k1.zzz.zzz']) {
      expect(await refusal(call.clients.register({ answers, token: wrong }))).toMatchObject({
        code: 'FORBIDDEN',
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
  ])('with the PIN %s, in the words of the specification', async (pin, words) => {
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
    ['somebody under 18', { date_of_birth: '2020-01-01' }],
    ['more than was asked for', { identity_status: 'verified' }],
  ])('with %s, before anything is counted', async (_what, answers) => {
    expect(await codes([register(visitor(deps), answers)])).toEqual({ BAD_REQUEST: 1 });
    expect(await deps.portal.collection('limits').countDocuments()).toBe(0);
    expect(await stored().countDocuments()).toBe(0);
  });

  it('when the number is registered, and never touches the account that there is', async () => {
    await register(visitor(deps));
    const before = await stored().findOne();
    const again = { pin: '9046', confirm_pin: '9046', date_of_birth: '1970-01-02' };
    expect(await refusal(register(visitor(deps), again))).toEqual({
      code: 'CONFLICT',
      title: 'Registration Failed',
      message: 'This SSN is already registered. Use "Forgot PIN" to reset.',
      fields: {},
    });
    expect(await stored().find().toArray()).toEqual([before]);
    await signIn(visitor(deps));
    expect(await refusal(signIn(visitor(deps), { pin: '9046' }))).toMatchObject({ title: 'Login Failed' });
  });

  it('says that a number is registered only after everything else was right', async () => {
    await register(visitor(deps));
    const words = await refusal(register(visitor(deps), { confirm_pin: '8053' }));
    expect(words).toEqual(await refusal(register(visitor(deps), { confirm_pin: '8053', ssn: ssnOf(1) })));
  });

  it('after 5 in an hour from one address, and after 3 a day of one number, known or not', async () => {
    const one = visitor(deps);
    const calls = Array.from({ length: 20 }, (_, index) => register(one, { ssn: ssnOf(index) }));
    expect(await codes(calls)).toEqual({ done: 5, TOO_MANY_REQUESTS: 15 });
    const same = Array.from({ length: 10 }, () => register(visitor(deps), { ssn: ssnOf(50) }));
    expect(await codes(same)).toEqual({ done: 1, CONFLICT: 2, TOO_MANY_REQUESTS: 7 });
  });

  it('after 60 in an hour over all addresses', async () => {
    const calls = Array.from({ length: 70 }, (_, index) => register(visitor(deps), { ssn: ssnOf(index) }));
    expect(await codes(calls)).toEqual({ done: 60, TOO_MANY_REQUESTS: 10 });
  }, 60_000);
});

describe('registering', () => {
  it('makes an unverified account that can sign in, and keeps nothing in clear', async () => {
    await register(visitor(deps), { ssn: ' 212-84-7391 ' });
    const row = await stored().findOne();
    expect(row).toMatchObject({
      identity_status: 'unverified',
      first_name: null,
      last_name: null,
      last_used_at: null,
    });
    expect(JSON.stringify(row)).not.toMatch(/212847391|7391"|1968|8052|argon2/);
    const open = (field: 'ssn' | 'date_of_birth' | 'pin_hash') =>
      row && openForClient(deps.keys, row._id, field, row[field]);
    expect([open('ssn'), open('date_of_birth')]).toEqual(['212847391', '1968-04-27']);
    expect(open('pin_hash')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(visitor(deps));
    expect((await stored().findOne())?.last_used_at).toBeInstanceOf(Date);
  });

  it('makes one account of 100 registrations at once, whatever they say', async () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      createClient({ ssn: ssnOf(7), dateOfBirth: '1960-05-06', pin: String(2000 + index) }, deps),
    );
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.filter((end) => end.status === 'rejected' && end.reason.code === 'conflict')).toHaveLength(
      99,
    );
    expect(await stored().countDocuments()).toBe(1);
  }, 60_000);
});
