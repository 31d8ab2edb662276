import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreSharedPassword } from '#api/operations/shared-password.ts';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import type { StaffRole } from './roles.ts';
import { sharedAdminId } from './staff.model.ts';

const password = 'correct horse battery';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'limits');
  await setSharedPassword(password, deps);
});
afterAll(() => deps.close());

/** @param signedIn whether the account has signed in before. */
async function add(
  name: string,
  { role = 'admin', signedIn = true }: { role?: StaffRole; signedIn?: boolean },
) {
  const id = await createStaff({ name, email: `${name}@example.org`, password, role }, deps);
  if (signedIn)
    await deps.portal
      .collection<{ _id: string }>('staff')
      .updateOne({ _id: id }, { $set: { last_sign_in_at: new Date() } });
  return id;
}

const turnOff = async (id: string) =>
  refusal((await staffSession(id, deps)).call.staffAccounts.turnOffShared());
const isOn = async () => (await visitor(deps).call.staff.ways()).shared;
const signIn = (given: string) => refusal(visitor(deps).call.staff.signInWithPassword({ password: given }));

describe('the shared admin password', () => {
  it('says in every place that it is shared', async () => {
    await add('one', {});
    const { call } = await staffSession(sharedAdminId, deps);
    expect(await call.staff.me()).toMatchObject({ name: 'Shared password', shared: true });
    expect(await call.staffAccounts.list()).toMatchObject([
      { name: 'Shared password', shared: true },
      { name: 'one', shared: false },
    ]);
    expect(await call.audit.staff()).toContainEqual({
      id: sharedAdminId,
      name: 'Shared password',
    });
  });

  it('cannot be turned off, changed or disabled by whoever signed in with it', async () => {
    await add('one', {});
    await add('two', {});
    expect(await turnOff(sharedAdminId)).toMatchObject({ code: 'forbidden' });
    const { call } = await staffSession(sharedAdminId, deps);
    expect(await refusal(call.staffAccounts.list())).toBeUndefined();
    expect(await isOn()).toBe(true);
  });

  it.each([
    ['there is no other', {}],
    ['the other has never signed in', { other: { signedIn: false } }],
    ['the other is a reviewer', { other: { role: 'reviewer' as const } }],
  ])('cannot be turned off by a named admin while %s', async (_why, { other }: { other?: object }) => {
    const id = await add('one', {});
    if (other) await add('two', other);
    expect(await turnOff(id)).toMatchObject({ code: 'conflict' });
    expect(await isOn()).toBe(true);
  });

  it('cannot be turned off while the other admin is disabled, nor by a reviewer', async () => {
    const [one, two] = [await add('one', {}), await add('two', {})];
    const reviewer = await add('three', { role: 'reviewer' });
    await (await staffSession(one, deps)).call.staffAccounts.disable({ id: two, version: 0 });
    expect(await turnOff(one)).toMatchObject({ code: 'conflict' });
    expect(await turnOff(reviewer)).toMatchObject({ code: 'forbidden' });
  });

  it('is refused like a wrong one once it is off, and its sessions have ended', async () => {
    const one = await add('one', {});
    await add('two', {});
    const { call: shared } = await staffSession(sharedAdminId, deps);
    await shared.staff.me();
    expect(await turnOff(one)).toBeUndefined();
    expect(await isOn()).toBe(false);
    expect(await refusal(shared.staff.me())).toMatchObject({ code: 'signed-out' });
    const refused = await signIn(password);
    expect(refused).toMatchObject({ code: 'bad-input', message: 'Invalid password' });
    expect(refused).toEqual(await signIn('wrong'));
  });

  it('is turned on again by a command on the server, on record', async () => {
    const one = await add('one', {});
    await add('two', {});
    await turnOff(one);
    const { portal, settings } = deps;
    expect(await restoreSharedPassword({ portal, settings })).toEqual({ wasOn: false });
    expect(await restoreSharedPassword({ portal, settings })).toEqual({ wasOn: true });
    expect(await signIn(password)).toBeUndefined();
    const { rows } = await (await staffSession(one, deps)).call.audit.list();
    expect(rows).toContainEqual(
      expect.objectContaining({ who: 'A command on the server', action: 'staffAccounts.turnOnShared' }),
    );
  });

  it('is made by that command where there never was one', async () => {
    await empty(deps, 'staff');
    const { portal, settings } = deps;
    const { wasOn, made = '' } = await restoreSharedPassword({ portal, settings });
    expect(wasOn).toBe(false);
    expect(await signIn(made)).toBeUndefined();
  });
});
