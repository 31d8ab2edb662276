import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readRouter } from '#api/testing/read-router.ts';
import { refusal, staffSession } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff } from './create-staff.ts';
import { rolesFor, type StaffRole } from './roles.ts';

const password = 'correct horse battery';
const unknown = '00000000-0000-4000-8000-000000000000';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'limits'));
afterAll(() => deps.close());

/** Adds an account and signs it in without a password, which takes a while to compare. */
async function member(name: string, role: StaffRole = 'admin') {
  const email = `${name}@example.org`;
  const id = await createStaff({ name, email, password, role }, deps);
  const { call } = await staffSession(id, deps);
  return { id, email, call };
}

const codeOf = async (call: Promise<unknown>) => (await refusal(call))?.code ?? 'done';

describe('what a role may do', () => {
  it('is said by every procedure, and a procedure that says nothing is for nobody', () => {
    expect(readRouter().filter(({ audience }) => audience === undefined)).toEqual([]);
    for (const audience of ['anyone', 'client', undefined] as const)
      expect(rolesFor(audience ? { audience } : {})).toEqual([]);
  });

  it('is to read only, for a read-only account, except about its own session', () => {
    const may = readRouter().filter((procedure) => rolesFor(procedure).includes('read_only'));
    const changes = may.filter(({ type }) => type === 'mutation').map(({ name }) => name);
    // A search is kept in the browser of whoever searches.
    expect(changes.filter((name) => !name.startsWith('staff.'))).toEqual(['lists.search']);
  });

  it('is neither staff accounts nor exports, retention and the audit log, for anybody but admins', () => {
    const others = readRouter().filter(({ name }) => /^(staffAccounts|exports|retention|audit)\./.test(name));
    expect(others.length).toBeGreaterThan(8);
    for (const procedure of others) expect(rolesFor(procedure)).toEqual(['admin']);
  });

  it('is asked of the procedures by pages: which there are, and whether one may be opened', async () => {
    const reader = await member('reader', 'read_only');
    const may = await reader.call.permissions.mine();
    expect(may).toContain('clients.detail');
    expect(may).not.toContain('clients.close');
    const open = { procedure: 'clients.close', opens: true } as const;
    expect(await codeOf(reader.call.permissions.require(open))).toBe('forbidden');
    const admin = await member('admin');
    expect(await admin.call.permissions.mine()).toContain('clients.close');
    expect(await codeOf(admin.call.permissions.require(open))).toBe('done');
    const forClients = { procedure: 'profile.add', opens: true } as const;
    expect(await codeOf(admin.call.permissions.require(forClients))).toBe('forbidden');
  });

  it('is decided by the server, with a sentence, and at the next call after it changed', async () => {
    const reader = await member('reader', 'read_only');
    await reader.call.evaluations.list({});
    const decide = () =>
      refusal(reader.call.evaluations.decide({ id: 'f'.repeat(24), decision: 'approved' }));
    expect(await decide()).toMatchObject({
      code: 'forbidden',
      message: 'Your account may only look at records. Ask an administrator if you need to change them.',
    });
    const admin = await member('admin');
    await admin.call.staffAccounts.change({ id: reader.id, version: 0, name: 'Reader', role: 'reviewer' });
    expect(await decide()).toMatchObject({ code: 'not-found' });
    expect(await refusal(reader.call.staffAccounts.list())).toMatchObject({
      code: 'forbidden',
      message: 'Only an administrator may do this.',
    });
  });
});

describe('the accounts of staff', () => {
  it('are listed with role, state and last sign-in, and nothing of their passwords', async () => {
    const admin = await member('admin');
    await visitor(deps).call.staff.signInWithEmail({ email: admin.email, password });
    const [own] = await admin.call.staffAccounts.list();
    expect(own).toEqual({
      id: admin.id,
      name: 'admin',
      email: admin.email,
      role: 'admin',
      representativeName: null,
      representativeStatus: null,
      state: 'active',
      twoStep: false,
      passkeys: 0,
      lastSignInAt: expect.stringMatching(/^\d{4}-/),
      own: true,
      shared: false,
      version: 0,
    });
  });

  it('refuse whoever saves what somebody else changed meanwhile', async () => {
    const [admin, other] = [await member('admin'), await member('other', 'reviewer')];
    const seen = { id: other.id, version: 0 };
    await admin.call.staffAccounts.change({ ...seen, name: 'Other One', role: 'reviewer' });
    for (const call of [
      () => admin.call.staffAccounts.change({ ...seen, name: 'Other Two', role: 'admin' }),
      () => admin.call.staffAccounts.disable(seen),
      () => admin.call.staffAccounts.enable(seen),
    ])
      expect(await codeOf(call())).toBe('conflict');
    expect(await admin.call.staffAccounts.detail({ id: other.id })).toMatchObject({
      name: 'Other One',
      role: 'reviewer',
      version: 1,
    });
  });

  it('are a representative’s where an admin says so, with the name that contracts print, but not where they may only look', async () => {
    const [admin, other] = [await member('admin'), await member('other', 'reviewer')];
    const named = {
      id: other.id,
      name: 'Other',
      role: 'reviewer',
      representativeName: 'Otis Q. Other',
    } as const;
    const reader = { ...named, version: 0, role: 'read_only' } as const;
    expect(await codeOf(other.call.staffAccounts.change({ ...named, version: 0 }))).toBe('forbidden');
    expect((await refusal(admin.call.staffAccounts.change(reader)))?.fields).toHaveProperty('role');
    const printed = async () => (await admin.call.staffAccounts.detail({ id: other.id })).representativeName;
    expect(await printed()).toBeNull();
    await admin.call.staffAccounts.change({ ...named, version: 0 });
    expect(await printed()).toBe('Otis Q. Other');
    const { representativeName: _, ...unsaid } = named;
    await admin.call.staffAccounts.change({ ...unsaid, version: 1 });
    expect(await printed()).toBe('Otis Q. Other');
    await admin.call.staffAccounts.change({ ...named, version: 2, representativeName: '' });
    expect(await printed()).toBeNull();
  });

  it('are given the name as a representative also by oneself, but no other role', async () => {
    const admin = await member('admin');
    const named = { representativeName: 'Ada A. Admin', representativeStatus: 'eligible' } as const;
    const own = { id: admin.id, version: 0, name: 'Ada', ...named } as const;
    expect(await codeOf(admin.call.staffAccounts.change({ ...own, role: 'reviewer' }))).toBe('forbidden');
    await admin.call.staffAccounts.change({ ...own, role: 'admin' });
    expect(await admin.call.staffAccounts.detail({ id: admin.id })).toMatchObject({
      name: 'Ada',
      role: 'admin',
      ...named,
    });
    await admin.call.staffAccounts.change({ ...own, version: 1, role: 'admin', representativeName: '' });
    expect(await admin.call.staffAccounts.detail({ id: admin.id })).toMatchObject({
      representativeName: null,
      representativeStatus: null,
    });
  });

  it('let one of two changes at the same moment win', async () => {
    const [admin, other] = [await member('admin'), await member('other')];
    const both = ['One', 'Two'].map((name) =>
      codeOf(admin.call.staffAccounts.change({ id: other.id, version: 0, name, role: 'reviewer' })),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
  });

  it('refuse an id that is nobody’s', async () => {
    const admin = await member('admin');
    const seen = { id: unknown, version: 0 };
    expect(await codeOf(admin.call.staffAccounts.detail({ id: unknown }))).toBe('not-found');
    expect(await codeOf(admin.call.staffAccounts.disable(seen))).toBe('not-found');
  });
});

describe('disabling an account', () => {
  it('ends its sessions at once, and the right password is answered like a wrong one', async () => {
    const [admin, other] = [await member('admin'), await member('other')];
    await other.call.staff.me();
    await admin.call.staffAccounts.disable({ id: other.id, version: 0 });
    expect(await codeOf(other.call.staff.me())).toBe('signed-out');
    const signIn = (given: string) =>
      refusal(visitor(deps).call.staff.signInWithEmail({ email: other.email, password: given }));
    expect(await signIn(password)).toEqual(await signIn('wrong'));
    expect(await signIn(password)).toMatchObject({ message: 'Invalid email or password' });
  });

  it('counts even where a session is left', async () => {
    const [admin, other] = [await member('admin'), await member('other')];
    await admin.call.staffAccounts.disable({ id: other.id, version: 0 });
    const { call } = await staffSession(other.id, deps);
    expect(await codeOf(call.evaluations.list({}))).toBe('signed-out');
  });

  it('can be undone, with the password of before', async () => {
    const [admin, other] = [await member('admin'), await member('other')];
    await admin.call.staffAccounts.disable({ id: other.id, version: 0 });
    await admin.call.staffAccounts.enable({ id: other.id, version: 1 });
    await visitor(deps).call.staff.signInWithEmail({ email: other.email, password });
  });

  it('is refused for oneself, as is another role, so that the last admin stays', async () => {
    const admin = await member('admin');
    const seen = { id: admin.id, version: 0 };
    expect(await refusal(admin.call.staffAccounts.disable(seen))).toMatchObject({
      code: 'forbidden',
      message: 'You cannot disable your own account. Ask another administrator.',
    });
    const demote = admin.call.staffAccounts.change({ ...seen, name: 'admin', role: 'reviewer' });
    expect(await codeOf(demote)).toBe('forbidden');
    await admin.call.staffAccounts.change({ ...seen, name: 'New Name', role: 'admin' });
  });

  it('leaves one of two admins who disable or demote each other at the same moment', {
    tags: 'thorough',
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      await empty(deps, 'staff', 'staff_sessions');
      const [one, two] = [await member('one'), await member('two')];
      const done = await Promise.all([
        codeOf(one.call.staffAccounts.disable({ id: two.id, version: 0 })),
        codeOf(two.call.staffAccounts.change({ id: one.id, version: 0, name: 'one', role: 'read_only' })),
      ]);
      expect(done.filter((code) => code === 'done')).toHaveLength(1);
      const left = { role: 'admin', disabled_at: { $exists: false } };
      expect(await deps.portal.collection('staff').countDocuments(left)).toBe(1);
    }
  });
});
