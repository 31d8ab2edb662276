import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { makeAuthenticator } from './fixtures/authenticator.ts';
import { sharedAdminId } from './staff.model.ts';

const email = 'tess@example.org';
const name = 'Tess Ownername';
const password = 'correct horse battery';
const next = 'nine lantern kettle orchard';

let deps: Deps;
let id: string;
let own: Visitor;
let admin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'limits', 'outbox', 'data_keys');
  id = await createStaff({ name, email, password, role: 'reviewer' }, deps);
  own = await staffSession(id, deps);
  const boss = await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps);
  admin = await staffSession(boss, deps);
});
afterAll(() => deps.close());

/** @returns the emails since the last call. */
async function take() {
  const found = await readOutbox(deps);
  await empty(deps, 'outbox');
  return found;
}

/** Expects one email to the owner. It tells anybody else who reads it nothing of the account. */
async function expectTold(subject: string): Promise<void> {
  const found = await take();
  expect(found).toMatchObject([{ kind: 'staff-security', to: email, subject }]);
  const [{ text } = { text: '' }] = found;
  for (const personal of [name, email, 'work laptop']) expect(text).not.toContain(personal);
  expect(text).toMatch(/If it was not, tell an administrator right away|If you did not expect this/);
}

async function turnOnTwoStep(): Promise<{ code: () => string; recovery: string[] }> {
  await own.call.staff.beginTwoStep({ password });
  const { secret = '' } = (await own.call.staff.twoStepSetup()) ?? {};
  const totp = new TOTP({ secret });
  const recovery = await own.call.staff.confirmTwoStep({
    code: totp.generate({ timestamp: Date.now() - 30_000 }),
  });
  return { code: () => totp.generate(), recovery };
}

async function addPasskey(): Promise<string> {
  const { challenge } = await own.call.staff.passkeys();
  const answer = JSON.stringify(makeAuthenticator().add({ challenge, origin: deps.settings.PUBLIC_URL }));
  await own.call.staff.addPasskey({ name: 'work laptop', answer });
  return (await own.call.staff.account()).passkeys[0]?.id ?? '';
}

describe('the owner of an account is told by email', () => {
  it('of nothing that was refused, changed nothing, or is about the shared password', async () => {
    await refusal(own.call.staff.changePassword({ password: 'wrong', next }));
    await refusal(own.call.staff.changePassword({ password, next: 'password1234' }));
    await own.call.staff.beginTwoStep({ password });
    await refusal(own.call.staff.confirmTwoStep({ code: '000000' }));
    await refusal(own.call.staff.endTwoStep({ password: 'wrong', code: '' }));
    await own.call.staff.removePasskey({ passkey: 'unknown' });
    await refusal(admin.call.staffAccounts.disable({ id, version: 7 }));
    await setSharedPassword(password, deps);
    await (await staffSession(sharedAdminId, deps)).call.staff.signOutEverywhere();
    expect(await take()).toEqual([]);
  });

  it('of a new password, also of one by a link', async () => {
    await own.call.staff.changePassword({ password, next });
    await expectTold('Your back-office password was changed');
    await admin.call.staffAccounts.sendLink({ id, version: 0 });
    const [sent] = await take();
    const link = /link=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
    await visitor(deps).call.staff.setPassword({ link, password });
    await expectTold('Your back-office password was changed');
  });

  it('of two-step sign-in turned on and off, and of a recovery code that was used', async () => {
    const { code, recovery } = await turnOnTwoStep();
    await expectTold('Two-step login was turned on');
    await own.call.staff.confirmWithPassword({ password, code: recovery[0] ?? '' });
    await expectTold('A recovery code was used');
    await own.call.staff.endTwoStep({ password, code: code() });
    await expectTold('Two-step login was turned off');
  });

  it('of passkeys added and removed', async () => {
    const passkey = await addPasskey();
    await expectTold('A passkey was added');
    await own.call.staff.removePasskey({ passkey });
    await expectTold('A passkey was removed');
  });

  it('of an address that was made for their calendar', async () => {
    await own.call.staff.makeCalendarAddress();
    await expectTold('An address for your calendar was made');
  });

  it('of sessions that ended everywhere', async () => {
    const other = await staffSession(id, deps);
    await own.call.staff.signOutEverywhere();
    expect(await refusal(other.call.staff.me())).toMatchObject({ code: 'signed-out' });
    await expectTold('Your account was logged out everywhere');
  });

  it('of what an administrator does to the account', async () => {
    await turnOnTwoStep();
    await addPasskey();
    await take();
    await admin.call.staffAccounts.endTwoStep({ id, version: 0 });
    await expectTold('Two-step login was turned off');
    await admin.call.staffAccounts.removePasskeys({ id, version: 1 });
    await expectTold('Your passkeys were removed');
    await admin.call.staffAccounts.disable({ id, version: 2 });
    await expectTold('Your back-office account was disabled');
  });

  it('or nothing changes', async () => {
    const unwritable = { ...deps.keys, make: () => Promise.reject(new Error('the disk is full')) };
    const { call } = own;
    Object.assign(own.context, { deps: { ...deps, keys: unwritable } });
    await expect(call.staff.changePassword({ password, next })).rejects.toThrow();
    await expect(call.staff.signOutEverywhere()).rejects.toThrow();
    Object.assign(own.context, { deps });
    await call.staff.me();
    await call.staff.confirmWithPassword({ password });
  });
});
