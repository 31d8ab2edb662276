import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLimits } from '#api/accounts/limits.ts';
import { createContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { CookieJar } from '#api/platform/http/cookies.ts';
import { createCaller } from '#api/router.ts';
import { prove } from '#api/testing/prove.ts';
import { refusal } from '../../../tests/setup/clients.ts';
import { empty, endWaits, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { changePassword } from './own-account.ts';
import { staffCollection } from './staff.model.ts';

const password = 'correct horse battery';
const email = 'rita@example.com';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
  await createStaff({ name: 'Rita Viewer', email, password: `${password} staple` }, deps);
});
beforeEach(() => empty(deps, 'staff_sessions', 'staff_devices', 'waiting_turns', 'limits'));
afterAll(() => deps.close());

function callFrom(address: string) {
  return createCaller(createContext(deps, { address, cookies: new CookieJar(undefined, false) }));
}

/** Causes enough failures for high pressure without comparing passwords. */
async function pressure(): Promise<void> {
  for (let failed = 0; failed < 30; failed += 1)
    await deps.limits.reserve(accountLimits.staffSignIn, `stranger ${failed}`);
}

/** Makes five guesses from each of `addresses` addresses, at both kinds of sign-in. */
async function attack(addresses: number): Promise<Record<string, number>> {
  const calls = Array.from({ length: addresses * 5 }, (_, guess) => {
    const { staff } = callFrom(`198.51.100.${guess % addresses}`);
    return () =>
      guess % 2
        ? staff.signInWithPassword({ password: 'wrong' })
        : staff.signInWithEmail({ email, password: 'wrong' });
  });
  const counted: Record<string, number> = {};
  for (const call of calls) {
    const [code = ''] = Object.keys(await codes([call()]));
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

/** Throws a refusal that was caught before. */
function rethrow(refused: Awaited<ReturnType<typeof refusal>>): void {
  if (refused) throw Object.assign(new Error(refused.message), { code: refused.code });
}

async function codes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { code } of (await Promise.all(calls.map(refusal))).map((one) => one ?? { code: 'signed in' })) {
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

describe('signing in to the back office', () => {
  it('refuses a wrong admin password with its own message', async () => {
    const { call, context } = visitor(deps);
    expect(await refusal(call.staff.signInWithPassword({ password: 'wrong' }))).toEqual({
      code: 'bad-input',
      message: 'Invalid password',
      title: 'Login Failed',
      fields: { password: 'Invalid password' },
    });
    expect(context.cookies.headers()).toEqual([]);
  });

  it('answers an unknown email exactly like a wrong password', async () => {
    const wrong = await refusal(visitor(deps).call.staff.signInWithEmail({ email, password: 'wrong' }));
    const unknown = await refusal(
      visitor(deps).call.staff.signInWithEmail({ email: 'nobody@example.com', password: 'wrong' }),
    );
    expect(wrong).toMatchObject({ code: 'bad-input', message: 'Invalid email or password' });
    expect(unknown).toEqual(wrong);
  });

  it('does not accept one kind of sign-in’s password for the other', async () => {
    const { call } = visitor(deps);
    expect(await codes([call.staff.signInWithPassword({ password: `${password} staple` })])).toEqual({
      'bad-input': 1,
    });
    expect(await codes([call.staff.signInWithEmail({ email, password })])).toEqual({ 'bad-input': 1 });
  });

  it.each([
    ['an operator for a password', { password: { $ne: '' } }],
    ['a list for a password', { password: [password] }],
    ['nothing', { password: '' }],
    ['an endless password', { password: 'a'.repeat(201) }],
    ['more than was asked for', { password, role: 'admin' }],
  ])('refuses %s before anything is compared', async (_what, input) => {
    expect(await codes([visitor(deps).call.staff.signInWithPassword(input as never)])).toEqual({
      'bad-input': 1,
    });
    expect(await deps.portal.collection('limits').countDocuments()).toBe(0);
  });

  it('compares 5 of 50 simultaneous guesses from one address, and not one more', async () => {
    const { call } = visitor(deps);
    const guesses = Array.from({ length: 50 }, (_, guess) =>
      call.staff.signInWithPassword({ password: `guess ${guess}` }),
    );
    expect(await codes(guesses)).toEqual({ 'bad-input': 5, 'too-many': 45 });
    expect(await refusal(call.staff.signInWithPassword({ password }))).toMatchObject({
      code: 'too-many',
      message: 'Too many attempts. Please wait 15 minutes and try again.',
      title: 'Login Failed',
    });
  });

  it('is never refused because of others: after 60 guesses from 12 addresses a stranger waits ten seconds', {
    tags: 'thorough',
  }, async () => {
    expect(await attack(12)).toEqual({ 'bad-input': 29, 'too-many': 31 });
    const owner = visitor(deps);
    expect(await refusal(owner.call.staff.signInWithPassword({ password }))).toEqual({
      code: 'too-many',
      title: 'Please wait a moment',
      message:
        'Very many logins fail right now, so new devices take turns. Please wait 10 seconds, then try again.',
      fields: {},
    });
    await endWaits(deps);
    await owner.call.staff.signInWithPassword({ password });
  });

  it('uses up a wait at once, so every guess has to wait', async () => {
    await pressure();
    const { call } = visitor(deps);
    const guess = () => refusal(call.staff.signInWithEmail({ email, password: 'wrong' }));
    expect((await guess())?.code).toBe('too-many');
    await endWaits(deps);
    expect(await codes([guess(), guess(), guess()].map((each) => each.then(rethrow)))).toEqual({
      'bad-input': 1,
      'too-many': 2,
    });
  });

  it('accepts work instead of the wait: a proof counts for one guess', async () => {
    expect(await visitor(deps).call.staff.challenge()).toBeNull();
    await pressure();
    const { call } = visitor(deps);
    const challenge = await call.staff.challenge();
    const proof = await prove(challenge as NonNullable<typeof challenge>);
    expect((await refusal(call.staff.signInWithPassword({ password: 'wrong', proof })))?.code).toBe(
      'bad-input',
    );
    expect((await refusal(call.staff.signInWithPassword({ password, proof })))?.code).toBe('too-many');
    const next = await call.staff.challenge();
    await call.staff.signInWithPassword({
      password,
      proof: await prove(next as NonNullable<typeof next>),
    });
  });

  it('lets a known browser in at once, whatever attack comes from its own address and others', {
    tags: 'thorough',
  }, async () => {
    const owner = visitor(deps);
    await owner.call.staff.signInWithEmail({ email, password: `${password} staple` });
    await pressure();
    const beside = callFrom(owner.context.address);
    for (let guess = 0; guess < 8; guess += 1) {
      await refusal(beside.staff.signInWithEmail({ email, password: 'wrong' }));
    }
    for (let times = 0; times < 7; times += 1) {
      await owner.call.staff.signInWithEmail({ email, password: `${password} staple` });
    }
  });

  it('counts the failures of a known browser separately, and knows it for its own account only', {
    tags: 'thorough',
  }, async () => {
    const owner = visitor(deps);
    await owner.call.staff.signInWithPassword({ password });
    const wrong = () => owner.call.staff.signInWithPassword({ password: 'wrong' });
    expect(await codes(Array.from({ length: 8 }, wrong))).toEqual({ 'bad-input': 5, 'too-many': 3 });
    expect(await refusal(owner.call.staff.signInWithPassword({ password }))).toMatchObject({
      message: 'Too many attempts. Please wait 15 minutes and try again.',
    });
    await callFrom(owner.context.address).staff.signInWithPassword({ password });
    await empty(deps, 'limits');
    await pressure();
    expect((await refusal(owner.call.staff.signInWithEmail({ email, password: 'wrong' })))?.code).toBe(
      'too-many',
    );
  });

  it('cannot be done as a known browser with a stolen copy of the database', async () => {
    const owner = visitor(deps);
    await owner.call.staff.signInWithPassword({ password });
    const secret = owner.context.cookies.get('admin-device') ?? '';
    const rows = JSON.stringify(await deps.portal.collection('staff_devices').find().toArray());
    expect(secret).toHaveLength(43);
    expect(rows).not.toContain(secret);
    expect(owner.context.cookies.headers().find((each) => each.startsWith('admin-device'))).toMatch(
      /; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it.each([
    [
      'its password was changed',
      (id: string) => changePassword({ staffId: id, password, next: `${password} new` }, deps),
    ],
    [
      'it was disabled',
      (id: string) => staffCollection.model(deps.portal).updateOne({ _id: id }, { disabled_at: new Date() }),
    ],
  ])(
    'leaves no session and no known browser if %s while the old password was compared',
    async (_what, change) => {
      const sam = { name: 'Sam', email: 'sam@example.com' };
      const id = await createStaff({ ...sam, password }, deps);
      const before = {
        ...deps.staffSessions,
        create: async (userId: string) => {
          await change(id);
          return deps.staffSessions.create(userId);
        },
      };
      const who = visitor({ ...deps, staffSessions: before });
      expect(await refusal(who.call.staff.signInWithEmail({ email: sam.email, password }))).toMatchObject({
        code: 'bad-input',
      });
      for (const name of ['staff_sessions', 'staff_devices'])
        expect(await deps.portal.collection(name).countDocuments({ user_id: id })).toBe(0);
      await staffCollection.model(deps.portal).deleteOne({ _id: id });
    },
  );

  it('does not count successful sign-ins: a busy office behind one address is not locked out', {
    tags: 'thorough',
  }, async () => {
    for (let times = 0; times < 7; times += 1) {
      await callFrom('198.51.100.250').staff.signInWithPassword({ password });
    }
  });

  it('opens a session for the admin password, and for an account however its email is capitalized', async () => {
    const shared = visitor(deps);
    await shared.call.staff.signInWithPassword({ password });
    expect((await shared.call.staff.me()).name).toBe('Shared password');
    const named = visitor(deps);
    await named.call.staff.signInWithEmail({ email: ' RITA@example.com ', password: `${password} staple` });
    expect((await named.call.staff.me()).name).toBe('Rita Viewer');
  });
});
