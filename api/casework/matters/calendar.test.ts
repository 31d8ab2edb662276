import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { site } from '../../../seed/site.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { monthStages } from './read-calendar.ts';

const today = easternToday();

let deps: Deps;
let robin: Visitor;
let robinId: string;
let reader: Visitor;
let matter: string;
beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
  reader = await staffMember(deps, 'read_only', 'Sam');
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients', 'limits');
  await signContract(deps);
  matter = String((await deps.portal.collection('matters').findOne())?._id);
});
afterAll(() => deps.close());

const enter = (entered: Parameters<Visitor['call']['matters']['enter']>[0]['entered']) =>
  robin.call.matters.enter({ id: matter, key: randomUUID(), entered });
const task = (dueOn: string, what = 'Call the doctor') =>
  enter({ kind: 'task', day: dueOn < today ? dueOn : today, what, dueOn });
/** At 9:30 AM in Denver, on the Tuesday of a week without holidays. */
const hearing = () =>
  enter({
    kind: 'hearing notice',
    day: today,
    on: '2030-03-05',
    time: '09:30',
    zone: 'America/Denver',
  });
const monthOf = (month: string, who = robin) => who.call.matters.calendar({ scope: 'all', month });
const dayOf = async (day: string, who = robin) =>
  (await monthOf(day.slice(0, 7), who)).days.find((each) => each.day === day);
const titles = (rows: { title: string }[] | undefined) => rows?.map(({ title }) => title);

describe('the calendar', () => {
  it('is read by nobody, by no client, and for no month that is none', async () => {
    const client = await clientSession(await addClient(deps), deps);
    expect(await codes([monthOf('2030-03', visitor(deps)), monthOf('2030-03', client)])).toEqual({
      'signed-out': 2,
    });
    const none = ['2030-13', '2030-3', '2101-01', 'March', '', '2030-03-01'];
    expect(await codes(none.map((month) => monthOf(month)))).toEqual({ 'bad-input': none.length });
  });

  it('has every day of its month, with what is due on it, and the months beside it', async () => {
    await task('2028-02-29');
    const { month, previous, next, days, overdue } = await monthOf('2028-02');
    expect({ month, previous, next, overdue }).toEqual({
      month: '2028-02',
      previous: '2028-01',
      next: '2028-03',
      overdue: null,
    });
    expect(days).toHaveLength(29);
    expect(days.filter(({ count }) => count > 0)).toMatchObject([
      { day: '2028-02-29', count: 1, rows: [{ matter, name: "Canaria O'Testwright" }] },
    ]);
    expect((await monthOf('2028-12')).next).toBe('2029-01');
  });

  it('is of this month where none is named, and says what is overdue, of whatever month', async () => {
    await task(addDays(today, -70), 'Long ago');
    const { month, overdue } = await reader.call.matters.calendar({ scope: 'all' });
    expect(month).toBe(today.slice(0, 7));
    expect(overdue).toMatchObject({ count: 1, rows: [{ title: 'Long ago' }] });
  });

  it('reads ten of a day and counts all', async () => {
    for (let each = 0; each < 12; each += 1) await task('2028-02-29');
    const found = await dayOf('2028-02-29');
    expect([found?.rows.length, found?.count]).toEqual([10, 12]);
  });

  it('has nothing that has ended', async () => {
    await task('2028-02-29');
    const id = (await dayOf('2028-02-29'))?.rows[0]?.id ?? '';
    await robin.call.matters.finish({
      id: matter,
      duty: id,
      state: 'done',
      what: 'Called',
      on: today,
      key: randomUUID(),
    });
    expect(await dayOf('2028-02-29')).toMatchObject({ rows: [], count: 0 });
  });

  it('is of the matters that somebody works on where they ask for theirs', async () => {
    await task('2028-02-29');
    const mine = async () =>
      (await robin.call.matters.calendar({ scope: 'mine', month: '2028-02' })).days.at(-1)?.count;
    expect(await mine()).toBe(0);
    await robin.call.matters.assign({ id: matter, owner: robinId, seen: null });
    expect(await mine()).toBe(1);
  });

  it('has a hearing on its day, at its time where it is, and what is due before it without a time', async () => {
    await hearing();
    const onTheDay = await dayOf('2030-03-05');
    expect(onTheDay?.rows).toMatchObject([
      {
        title: 'Be at the hearing with the client',
        appointment: '9:30 AM MST',
      },
    ]);
    const before = await dayOf('2030-02-26');
    expect(titles(before?.rows)).toContain('Send all evidence, or name in writing what is still missing');
    expect(before?.rows.filter(({ appointment }) => appointment !== null)).toEqual([]);
  });

  it('says for what Social Security and the office are closed', async () => {
    expect((await dayOf('2030-11-28'))?.closed).toEqual([
      'Federal holiday: Thanksgiving Day',
      'Office closed',
    ]);
    expect((await dayOf('2030-11-11'))?.closed).toContain('Federal holiday: Veterans Day');
    expect((await dayOf('2030-11-12'))?.closed).toEqual([]);
  });

  it('is found by indexes, of everybody and of one', async () => {
    const asked = { from: '2030-03-01', to: '2030-03-31' };
    for (const owner of [null, robinId]) {
      const plan = JSON.stringify(
        await deps.portal
          .collection('duties')
          .aggregate(monthStages({ owner, ...asked }))
          .explain(),
      );
      expect([owner, /COLLSCAN|"SORT"/.test(plan)]).toEqual([owner, false]);
      expect(plan).toContain('IXSCAN');
    }
  });
});

describe('the calendar of a member of staff in other apps', () => {
  const feed = (secret: string, who = visitor(deps)) => who.call.matters.feed({ secret });

  it('has what is theirs and open, overdue first, without names of clients', async () => {
    await robin.call.matters.assign({ id: matter, owner: robinId, seen: null });
    await task('2028-02-29', `Call ${contractAnswers.last_name}`);
    await task('2030-03-05', 'Hearing');
    await hearing();
    const found = await feed(await robin.call.staff.makeCalendarAddress());
    const days = found.map(({ due }) => due);
    expect(days).toEqual(days.toSorted());
    expect(titles(found)).toEqual(
      expect.arrayContaining(['Something to do', 'Hearing', 'Send the SSA-1696 and fee agreement']),
    );
    expect(found.find(({ title }) => title.startsWith('Be at'))).toMatchObject({
      matter,
      level: 'hearing',
      appointment: { at: '2030-03-05T16:30:00.000Z', text: 'Tuesday, March 5, 2030 at 9:30 AM MST' },
    });
    expect(found.find(({ title }) => title.startsWith('Send all'))?.appointment).toBeNull();
    for (const name of [contractAnswers.first_name, contractAnswers.last_name])
      expect(JSON.stringify(found)).not.toContain(name);
  });

  it('has nothing of others, and nothing that was done', async () => {
    const secret = await robin.call.staff.makeCalendarAddress();
    expect(await feed(secret)).toEqual([]);
    await robin.call.matters.assign({ id: matter, owner: robinId, seen: null });
    const before = await feed(secret);
    const [first] = before;
    const ended = { state: 'done', what: 'Faxed', on: today, key: randomUUID() } as const;
    await robin.call.matters.finish({ id: matter, duty: first?.id ?? '', ...ended });
    expect(await feed(secret)).toEqual(before.slice(1));
  });
});
