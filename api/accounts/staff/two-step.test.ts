import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { sharedAdminId } from './staff.model.ts';

const email = 'tess@example.org';
const password = 'correct horse battery';
const wrong = { code: 'bad-input', message: 'Invalid code', fields: { code: 'Invalid code' } };
const again = { code: 'not-found', message: 'That took more than ten minutes. Please log in again.' };

let deps: Deps;
let id: string;
let own: Visitor;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  // In the middle of the 30 seconds of a code.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
  await empty(deps, 'staff', 'staff_sessions', 'staff_sign_ins', 'staff_devices', 'limits');
  id = await createStaff({ name: 'Tess', email, password }, deps);
  own = await staffSession(id, deps);
});
afterEach(() => vi.useRealTimers());
afterAll(() => deps.close());

/** Turns it on with the code before the present one. @returns its secret and the recovery codes. */
async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  await own.call.staff.beginTwoStep({ password });
  const { secret = '' } = (await own.call.staff.twoStepSetup()) ?? {};
  const codes = await own.call.staff.confirmTwoStep({ code: codeOf(secret, -1) });
  return { secret, codes };
}

/** @param step 0 for the present code, 1 for the next. */
function codeOf(secret: string, step: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
}

/** Gives the right password. @returns a visitor who is asked for a code. */
async function afterPassword(): Promise<Visitor> {
  const member = visitor(deps);
  expect(await member.call.staff.signInWithEmail({ email, password })).toEqual({ codeNeeded: true });
  return member;
}

const give = ({ call }: Visitor, code: string) => refusal(call.staff.signInWithCode({ code }));
const stored = () => deps.portal.collection<{ _id: string }>('staff').findOne({ _id: id });

describe('turning on two-step sign-in', () => {
  it('needs the password, and starts with a code from the app', async () => {
    expect(await refusal(own.call.staff.beginTwoStep({ password: 'wrong' }))).toMatchObject({
      code: 'bad-input',
    });
    expect(await own.call.staff.twoStepSetup()).toBeNull();
    await own.call.staff.beginTwoStep({ password });
    expect(await refusal(own.call.staff.confirmTwoStep({ code: '000000x' }))).toMatchObject(wrong);
    expect(await visitor(deps).call.staff.signInWithEmail({ email, password })).toEqual({
      codeNeeded: false,
    });
  });

  it('gives ten recovery codes once, and stores neither them nor the secret in plain text', async () => {
    const { secret, codes } = await turnOn();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const row = JSON.stringify(await stored());
    for (const text of [secret, ...codes]) expect(row).not.toContain(text);
    expect(row).toContain('"totp_secret":"v2.');
    expect(await own.call.staff.twoStepSetup()).toBeNull();
    expect(await own.call.staff.account()).toMatchObject({ twoStep: true, recoveryCodes: 10 });
  });

  it('is for named accounts only', async () => {
    await setSharedPassword(password, deps);
    const shared = await staffSession(sharedAdminId, deps);
    for (const call of [
      () => shared.call.staff.beginTwoStep({ password }),
      () => shared.call.staff.changePassword({ password, next: 'nine lantern kettle orchard' }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'forbidden' });
  });
});

describe('signing in with two steps', () => {
  it('opens nothing with the password alone', async () => {
    await turnOn();
    const member = await afterPassword();
    expect(member.context.cookies.get('admin')).toBeFalsy();
    expect(await refusal(member.call.staff.me())).toMatchObject({ code: 'signed-out' });
  });

  it('takes a code that is right, once, also of two at the same moment', async () => {
    const { secret } = await turnOn();
    const members = [await afterPassword(), await afterPassword()];
    const code = codeOf(secret, 0);
    const answers = await Promise.all(members.map((member) => give(member, code)));
    expect(answers.filter((refused) => !refused)).toHaveLength(1);
    expect(answers.find(Boolean)).toMatchObject(wrong);
    expect(await give(await afterPassword(), code)).toMatchObject(wrong);
    expect(await give(await afterPassword(), codeOf(secret, 1))).toBeUndefined();
  });

  it('refuses an older code than the last one, and the one of a minute ago', async () => {
    const { secret } = await turnOn();
    for (const step of [-1, -2, 2])
      expect(await give(await afterPassword(), codeOf(secret, step))).toMatchObject(wrong);
  });

  it('takes each recovery code once, as it was typed', async () => {
    const { codes } = await turnOn();
    const [one = '', two = ''] = codes;
    expect(await give(await afterPassword(), ` ${one.toUpperCase().replaceAll('-', ' ')}`)).toBeUndefined();
    expect(await give(await afterPassword(), one)).toMatchObject(wrong);
    expect(await give(await afterPassword(), two)).toBeUndefined();
    expect(await own.call.staff.account()).toMatchObject({ recoveryCodes: 8 });
  });

  it('counts wrong codes as wrong passwords, and by account over all networks', async () => {
    const { secret } = await turnOn();
    const member = await afterPassword();
    for (let guess = 0; guess < 5; guess += 1) expect(await give(member, '000000')).toMatchObject(wrong);
    expect(await give(member, codeOf(secret, 0))).toMatchObject({ code: 'too-many' });
    await deps.portal.collection('limits').deleteMany({ key: /^staffSignIn/ });
    const elsewhere = await afterPassword();
    expect(await give(elsewhere, codeOf(secret, 0))).toMatchObject({ code: 'too-many' });
  });

  it('lets a known browser in while others guess', { tags: 'thorough' }, async () => {
    const { secret } = await turnOn();
    const member = await afterPassword();
    await member.call.staff.signInWithCode({ code: codeOf(secret, 0) });
    const stranger = await afterPassword();
    for (let guess = 0; guess < 6; guess += 1) await give(stranger, '000000');
    await member.call.staff.signInWithEmail({ email, password });
    expect(await give(member, codeOf(secret, 1))).toBeUndefined();
  });

  it('starts again after ten minutes, after a new password, and for a cookie that is none', async () => {
    const { secret } = await turnOn();
    expect(await give(visitor(deps), codeOf(secret, 0))).toMatchObject(again);
    const late = await afterPassword();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await give(late, codeOf(secret, 0))).toMatchObject(again);
    const member = await afterPassword();
    own = await staffSession(id, deps);
    const code = codeOf(secret, 0);
    await own.call.staff.changePassword({ password, code, next: 'nine lantern kettle orchard' });
    expect(await give(member, codeOf(secret, 1))).toMatchObject(again);
  });

  it('ends with password and code, and by another administrator for somebody who lost the phone', async () => {
    const { codes } = await turnOn();
    await own.call.staff.endTwoStep({ password, code: codes[0] ?? '' });
    await turnOn();
    const seen = { id, version: 0 };
    expect(await refusal(own.call.staffAccounts.endTwoStep(seen))).toMatchObject({ code: 'forbidden' });
    const other = await createStaff({ name: 'Other', email: 'other@example.org', password }, deps);
    await (await staffSession(other, deps)).call.staffAccounts.endTwoStep(seen);
    expect(Object.keys((await stored()) ?? {}).filter((key) => /totp|recovery/.test(key))).toEqual([]);
    expect(await visitor(deps).call.staff.signInWithEmail({ email, password })).toEqual({
      codeNeeded: false,
    });
  });
});

describe('with the password alone', () => {
  const missing = { code: 'bad-input', fields: { code: 'Enter the code' } };

  it('nobody confirms who they are, turns two-step sign-in off or changes the password where a code is needed', async () => {
    const { secret, codes } = await turnOn();
    const { confirmWithPassword, endTwoStep, changePassword } = own.call.staff;
    const next = 'nine lantern kettle orchard';
    for (const call of [
      (code?: string) => confirmWithPassword({ password, code }),
      (code?: string) => endTwoStep({ password, code }),
      (code?: string) => changePassword({ password, code, next }),
    ]) {
      expect(await refusal(call())).toMatchObject(missing);
      expect(await refusal(call(codeOf(secret, 5)))).toMatchObject(wrong);
      await empty(deps, 'limits');
    }
    expect(await own.call.staff.account()).toMatchObject({ twoStep: true, recoveryCodes: 10 });
    await confirmWithPassword({ password, code: codeOf(secret, 0) });
    expect(await refusal(confirmWithPassword({ password, code: codeOf(secret, 0) }))).toMatchObject(wrong);
    await changePassword({ password, code: codes[0], next });
    await own.call.staff.endTwoStep({ password: next, code: codeOf(secret, 1) });
    expect(await own.call.staff.account()).toMatchObject({ twoStep: false });
  });

  it('a code is not looked at before the password is right, and five guesses are all', async () => {
    const { secret } = await turnOn();
    const code = codeOf(secret, 0);
    const confirm = (given: { password: string; code: string }) =>
      refusal(own.call.staff.confirmWithPassword(given));
    expect(await confirm({ password: 'wrong', code })).toMatchObject({
      fields: { password: 'Invalid password' },
    });
    for (let guess = 0; guess < 4; guess += 1)
      expect(await confirm({ password, code: '000000' })).toMatchObject(wrong);
    expect(await confirm({ password, code })).toMatchObject({ code: 'too-many' });
  });
});

describe('changing the own password', () => {
  const next = 'nine lantern kettle orchard';

  it('needs the present one and a new one that is hard to guess', async () => {
    const change = (given: { password: string; next: string }) =>
      refusal(own.call.staff.changePassword(given));
    expect(await change({ password: 'wrong', next })).toMatchObject({
      fields: { password: 'Invalid password' },
    });
    expect(await change({ password, next: 'password1234' })).toMatchObject({
      fields: { next: expect.any(String) },
    });
  });

  it('ends every other session, and leaves this browser signed in', async () => {
    const other = await staffSession(id, deps);
    await own.call.staff.changePassword({ password, next });
    expect(await refusal(other.call.staff.me())).toMatchObject({ code: 'signed-out' });
    await own.call.staff.me();
    expect(await visitor(deps).call.staff.signInWithEmail({ email, password: next })).toEqual({
      codeNeeded: false,
    });
  });
});
