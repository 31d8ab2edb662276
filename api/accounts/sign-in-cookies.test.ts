import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { createCaller } from '#api/router.ts';
import { refusal, staffSession } from '../../tests/setup/clients.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { createStaff } from './staff/create-staff.ts';

const password = 'correct horse battery';

let deps: Deps;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'limits');
  id = await createStaff({ name: 'Robin', email: 'robin@example.org', password, role: 'admin' }, deps);
});
afterAll(() => deps.close());

/** @returns the calls of one request by somebody who is signed in. */
async function request() {
  const { context } = await staffSession(id, deps);
  return createCaller(context);
}

describe('within one request, the session', () => {
  it('is read once with its account, and extended at most once, however many procedures ask for it', async () => {
    const read = vi.spyOn(deps.staffSessions, 'read');
    const touch = vi.spyOn(deps.staffSessions, 'touch');
    const one = await request();
    await Promise.all([one.staff.stay(), one.staff.me(), one.permissions.mine(), one.staff.stay()]);
    await one.lists.search({ query: 'Robin' });
    expect([read, touch].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    const other = await request();
    await Promise.all([other.staff.me(), other.staff.me()]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('ends where it is signed out of', async () => {
    const { staff } = await request();
    await staff.me();
    await staff.signOut();
    expect(await refusal(staff.me())).toMatchObject({ code: 'signed-out' });
  });

  it('is another one after a sign-in', async () => {
    const { staff } = await request();
    const email = 'sam@example.org';
    await createStaff({ name: 'Sam', email, password, role: 'reviewer' }, deps);
    expect(await staff.me()).toMatchObject({ name: 'Robin' });
    await staff.signInWithEmail({ email, password });
    expect(await staff.me()).toMatchObject({ name: 'Sam', role: 'reviewer' });
  });

  it('is confirmed where its user has confirmed who they are', async () => {
    const { staff, permissions } = await request();
    await deps.portal.collection('staff_sessions').updateMany({}, { $set: { confirmed_at: new Date(0) } });
    const open = () => permissions.require({ procedure: 'staffAccounts.invite', opens: true });
    expect(await refusal(open())).toMatchObject({ title: 'Nothing was changed' });
    await staff.confirmWithPassword({ password });
    expect(await refusal(open())).toBeUndefined();
  });
});
