import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { codes, refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { sharedAdminId } from './staff.model.ts';

const password = 'correct horse battery';

let deps: Deps;
let id: string;
let own: Visitor;
let admin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'limits');
  id = await createStaff({ name: 'Tess', email: 'tess@example.org', password, role: 'reviewer' }, deps);
  own = await staffSession(id, deps);
  admin = await staffSession(
    await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
    deps,
  );
});
afterAll(() => deps.close());

const make = () => own.call.staff.makeCalendarAddress();
const read = (secret: string, who = visitor(deps)) => who.call.matters.feed({ secret });
const codeOf = async (secret: string, who?: Visitor) => (await refusal(read(secret, who)))?.code;

describe('an address for a calendar', () => {
  it('is made by nobody, not with the shared password, and not by a session that was left open', async () => {
    await setSharedPassword(password, deps);
    const shared = await staffSession(sharedAdminId, deps);
    await deps.portal
      .collection('staff_sessions')
      .updateMany({ user_id: id }, { $set: { confirmed_at: new Date(0) } });
    expect(
      await codes([
        visitor(deps).call.staff.makeCalendarAddress(),
        shared.call.staff.makeCalendarAddress(),
        make(),
        visitor(deps).call.staff.endCalendarAddress(),
        visitor(deps).call.staff.setDueMail({ wanted: false }),
        shared.call.staff.setDueMail({ wanted: false }),
      ]),
    ).toEqual({ 'signed-out': 3, forbidden: 3 });
  });

  it('has 256 random bits, of which only a hash is stored', async () => {
    const secret = await make();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await deps.portal.collection('staff').find().toArray())).not.toContain(secret);
    expect(await read(secret)).toEqual([]);
    expect((await own.call.staff.account()).calendarMadeAt).toMatch(/^20\d\d-/);
  });

  it('is on record when it is made and when it ends, without its secret', async () => {
    await emptyAuditLog(deps);
    const secret = await make();
    await own.call.staff.endCalendarAddress();
    const entries = await deps.audit.entries.find().sort({ _id: 1 }).toArray();
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['staff.makeCalendarAddress', `staff:${id}`],
      ['staff.endCalendarAddress', `staff:${id}`],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('there is no calendar', () => {
  it('for a secret that nobody has, whatever it looks like', async () => {
    await make();
    const none = ['', 'x', 'A'.repeat(43), '../../../etc/passwd', 'null'];
    expect(await codes(none.map((secret) => read(secret)))).toEqual({ 'not-found': none.length });
    expect(await codeOf('A'.repeat(200))).toBe('bad-input');
    expect(await codeOf({ $ne: null } as unknown as string)).toBe('bad-input');
  });

  it('at an address that its owner has ended, or replaced by another', async () => {
    const first = await make();
    const second = await make();
    expect([await codeOf(first), await codeOf(second)]).toEqual(['not-found', undefined]);
    await own.call.staff.endCalendarAddress();
    expect(await codeOf(second)).toBe('not-found');
    expect((await own.call.staff.account()).calendarMadeAt).toBeNull();
  });

  it('of an account that was disabled, also once it is enabled again', async () => {
    const secret = await make();
    await admin.call.staffAccounts.disable({ id, version: 0 });
    expect(await codeOf(secret)).toBe('not-found');
    await admin.call.staffAccounts.enable({ id, version: 1 });
    expect(await codeOf(secret)).toBe('not-found');
  });

  it('for a network that has tried sixty wrong secrets in an hour; another, and right ones, go on', async () => {
    const secret = await make();
    const guesser = visitor(deps);
    guesser.context.address = '198.51.100.7';
    for (let each = 0; each < 20; each += 1) expect(await codeOf(secret, guesser)).toBeUndefined();
    const wrong = Array.from({ length: 70 }, (_, at) => read(`${at}`.padStart(43, 'A'), guesser));
    expect(await codes(wrong)).toEqual({ 'not-found': 60, 'too-many': 10 });
    expect(await codeOf(secret, guesser)).toBe('too-many');
    expect(await codeOf(secret)).toBeUndefined();
  });
});
