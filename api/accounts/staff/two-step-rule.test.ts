import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readRouter } from '#api/testing/read-router.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import type { StaffRole } from './roles.ts';
import { rolesFor } from './roles.ts';
import { sharedAdminId, staffCollection } from './staff.model.ts';

const password = 'correct horse battery';
const nobody = {
  admin: false,
  reviewer: false,
  read_only: false,
  cms_editor: false,
  cms_publisher: false,
  cms_admin: false,
};
const first = {
  code: 'forbidden',
  message: 'First set up two-step login on the page of your account.',
};

let deps: Deps;
let admin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'staff_rules', 'limits', 'outbox');
  admin = (await member('admin')).who;
});
afterAll(() => deps.close());

async function member(role: StaffRole): Promise<{ id: string; email: string; who: Visitor }> {
  const email = `${role}@example.org`;
  const id = await createStaff({ name: role, email, password, role }, deps);
  return { id, email, who: await staffSession(id, deps) };
}

async function setUp({ call }: Visitor): Promise<void> {
  await call.staff.beginTwoStep({ password });
  const { secret = '' } = (await call.staff.twoStepSetup()) ?? {};
  await call.staff.confirmTwoStep({ code: new TOTP({ secret }).generate() });
}

const change = (required: Partial<typeof nobody>, version = 0, who = admin) =>
  who.call.staffAccounts.changeTwoStepRule({ ...nobody, ...required, version });

describe('which roles must have two-step sign-in', () => {
  it('is nobody at first, and set by named admins alone, who have confirmed who they are', async () => {
    expect(await admin.call.staffAccounts.twoStepRule()).toEqual({ ...nobody, version: 0 });
    await setSharedPassword(password, deps);
    for (const who of [(await member('reviewer')).who, await staffSession(sharedAdminId, deps)])
      expect(await refusal(change({ reviewer: true }, 0, who))).toMatchObject({ code: 'forbidden' });
    await deps.portal.collection('staff_sessions').updateMany({}, { $set: { confirmed_at: new Date(0) } });
    expect(await refusal(change({ reviewer: true }))).toMatchObject({ title: 'Nothing was changed' });
    expect(await admin.call.staffAccounts.twoStepRule()).toEqual({ ...nobody, version: 0 });
  });

  it('is not changed over what somebody else changed meanwhile, also of two at the same moment', async () => {
    const both = await Promise.all([
      refusal(change({ reviewer: true })),
      refusal(change({ read_only: true })),
    ]);
    expect(both.filter((refused) => !refused)).toHaveLength(1);
    expect(both.find(Boolean)).toMatchObject({ code: 'conflict', title: 'Not saved' });
  });

  it('is not required of admins while the shared password goes around it', async () => {
    await setSharedPassword(password, deps);
    expect(await refusal(change({ admin: true }))).toMatchObject({ code: 'conflict' });
  });

  it('is on record, with the roles', async () => {
    await emptyAuditLog(deps);
    await change({ reviewer: true });
    const entry = await deps.audit.entries.findOne({ action: 'staffAccounts.changeTwoStepRule' });
    expect(entry?.details).toEqual({
      administrators: 'not required',
      reviewers: 'required',
      'read-only accounts': 'not required',
      'editors of the CMS': 'not required',
      'publishers of the CMS': 'not required',
      'admins of the CMS': 'not required',
    });
  });
});

describe('an account that must have two-step sign-in and has none', () => {
  it('reaches no procedure but those of its session, and those by which it is set up', async () => {
    const { who } = await member('reviewer');
    await who.call.evaluations.list({});
    await change({ reviewer: true });
    expect(await refusal(who.call.evaluations.list({}))).toMatchObject(first);
    expect(await refusal(who.call.submissions.changes())).toMatchObject(first);
    expect(await refusal(who.call.staff.passkeys())).toMatchObject(first);
    const open = readRouter().filter(({ beforeTwoStep }) => beforeTwoStep);
    expect(await who.call.permissions.mine()).toEqual(
      expect.arrayContaining(open.map(({ name }) => name).filter((name) => name.startsWith('staff.'))),
    );
    expect(await who.call.permissions.mine()).not.toContain('evaluations.list');
    expect(open.map(({ name }) => name).sort()).toEqual([
      'permissions.mine',
      'staff.account',
      'staff.beginTwoStep',
      'staff.changePassword',
      'staff.confirmTwoStep',
      'staff.confirmWithPasskey',
      'staff.confirmWithPassword',
      'staff.confirmation',
      'staff.formToken',
      'staff.me',
      'staff.requireForm',
      'staff.signOut',
      'staff.signOutEverywhere',
      'staff.stay',
      'staff.twoStepSetup',
    ]);
    for (const procedure of open) expect(rolesFor(procedure)).toContain('read_only');
  });

  it('is held up after signing in too, until it is set up, and again when it is turned off', async () => {
    await change({ reviewer: true });
    const { id, email } = await member('reviewer');
    const who = visitor(deps);
    await who.call.staff.signInWithEmail({ email, password });
    expect(await refusal(who.call.evaluations.list({}))).toMatchObject(first);
    expect(await who.call.staff.account()).toMatchObject({ mustSetUpTwoStep: true });
    await setUp(who);
    await who.call.evaluations.list({});
    expect(await who.call.staff.account()).toMatchObject({ mustSetUpTwoStep: false, twoStep: true });
    await admin.call.staffAccounts.endTwoStep({ id, version: 0 });
    expect(await refusal(who.call.evaluations.list({}))).toMatchObject(first);
  });

  it('is one with a password and one of such a role alone', async () => {
    await change({ admin: true, reviewer: true });
    expect(await refusal(admin.call.staffAccounts.list())).toMatchObject(first);
    await (await member('read_only')).who.call.evaluations.list({});
    const { id, who } = await member('reviewer');
    expect(await refusal(who.call.evaluations.list({}))).toMatchObject(first);
    await staffCollection
      .model(deps.portal)
      .updateOne({ _id: id }, { $unset: { password_hash: 1 }, $set: { sso_subject: 'https://idp.test 1' } });
    await who.call.evaluations.list({});
    await setUp(admin);
    await admin.call.staffAccounts.list();
  });
});
