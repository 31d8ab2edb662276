import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffCollection } from '#api/accounts/staff/staff.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { site } from '../../../seed/site.ts';
import { addStaff, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { mailDue } from './due-mail.ts';

/** 7 AM of a Monday; what a contract begins with is long overdue then. */
const monday = new Date('2030-03-04T12:00:00Z');

let deps: Deps;
let robin: Visitor;
let robinId: string;
let matter: string;
beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'outbox', 'staff', 'staff_sessions');
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
  await signContract(deps);
  matter = String((await deps.portal.collection('matters').findOne())?._id);
  await robin.call.matters.assign({ id: matter, owner: robinId, seen: null });
  for (const { id } of (await robin.call.matters.detail({ id: matter })).duties)
    await robin.call.matters.finish({
      id: matter,
      duty: id,
      state: 'done',
      what: 'Faxed',
      on: '',
      key: randomUUID(),
    });
  await empty(deps, 'outbox');
});
afterAll(() => deps.close());

const task = (dueOn: string, what = `Call ${contractAnswers.last_name} back`) =>
  robin.call.matters.enter({
    id: matter,
    key: randomUUID(),
    entered: { kind: 'task', day: '2026-11-30', what, dueOn },
  });
const sent = async (now = monday) => {
  await mailDue(deps, undefined, now);
  return (await readOutbox(deps)).filter(({ kind }) => kind === 'staff-due');
};

describe('no morning mail goes out', () => {
  it.each([
    ['a Sunday', '2030-03-03T12:00:00Z'],
    ['a holiday on which the office is closed', '2030-11-28T12:00:00Z'],
  ])('on %s', async (_when, now) => {
    await task('2030-03-01');
    expect(await sent(new Date(now))).toEqual([]);
  });

  it('to whom nothing is due in the next seven days, or nobody has given anything', async () => {
    await task('2030-03-12');
    await addStaff(deps, 'admin', 'Sam');
    expect(await sent()).toEqual([]);
  });

  it('to whom it is turned off, until it is turned on again', async () => {
    await task('2030-03-04');
    await robin.call.staff.setDueMail({ wanted: false });
    expect((await robin.call.staff.account()).dueMail).toBe(false);
    expect(await sent()).toEqual([]);
    await robin.call.staff.setDueMail({ wanted: true });
    expect(await sent()).toHaveLength(1);
  });

  it.each([
    ['was disabled', { $set: { disabled_at: new Date() } }],
    ['was never used', { $unset: { password_hash: 1 as const } }],
    ['has no address, as the shared one', { $unset: { email: 1 as const } }],
  ])('to an account that %s', async (_why, change) => {
    await task('2030-03-04');
    await staffCollection.model(deps.portal).updateOne({ _id: robinId }, change);
    expect(await sent()).toEqual([]);
  });
});

describe('the morning mail', () => {
  it('counts what is overdue, due today and due in seven days, with the number of each matter and what is due', async () => {
    for (const day of ['2030-03-01', '2030-03-04', '2030-03-05', '2030-03-11']) await task(day, 'Hearing');
    const [mail] = await sent();
    expect(mail?.subject).toBe('Your day: 1 overdue, 1 due today, 2 due in the next 7 days');
    expect(mail?.text).toContain(`${matter}: Hearing. Friday, March 1, 2030.`);
    expect(mail?.text).toContain('/admin/today?whose=mine');
    expect(mail?.text).toContain('You can turn this mail off');
  });

  it('names no client: what staff typed is left out, and stays in the back office', async () => {
    await task('2030-03-04');
    const [mail] = await sent();
    expect(mail?.text).toContain(`${matter}: Something to do.`);
    const personal = [contractAnswers.first_name, contractAnswers.last_name, 'back.'];
    for (const word of personal) expect(`${mail?.subject} ${mail?.text}`).not.toContain(word);
  });

  it('lists twenty of a group and counts the rest', async () => {
    for (let each = 0; each < 21; each += 1) await task('2030-03-04', 'Hearing');
    const [mail] = await sent();
    expect(mail?.subject).toBe('Your day: 21 due today');
    expect(mail?.text.match(/: Hearing\./g)).toHaveLength(20);
    expect(mail?.text).toContain('And 1 others.');
  });

  it('is one a day, also where several processes write it at the same moment', async () => {
    await task('2030-03-04');
    await Promise.all([1, 2, 3, 4].map(() => mailDue(deps, undefined, monday)));
    expect(await sent()).toHaveLength(1);
    expect(await sent(new Date('2030-03-05T12:00:00Z'))).toHaveLength(2);
  });

  it('reaches the others where one cannot be written, and says that one failed', async () => {
    await task('2030-03-04');
    const samId = await addStaff(deps, 'reviewer', 'Sam');
    await deps.portal.collection('duties').updateMany({ state: 'open' }, { $set: { owner: samId } });
    await task('2030-03-05');
    await deps.portal
      .collection('duties')
      .updateOne({ due: '2030-03-04' }, { $set: { details: 'v1.broken' } });
    await expect(mailDue(deps, undefined, monday)).rejects.toThrow('of 1 accounts was not written');
    expect(await readOutbox(deps)).toHaveLength(1);
  });
});
