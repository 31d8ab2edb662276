import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, clientSession, codes, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';
import { endedStages, readReports } from './read-reports.ts';

const today = easternToday();
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

let deps: Deps;
let robin: Visitor;
let reader: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
  reader = await staffMember(deps, 'read_only', 'Sam');
});
beforeEach(() =>
  empty(deps, 'case_evaluations', 'signed_contracts', 'matters', 'duties', 'events', 'clients'),
);
afterAll(() => deps.close());

const read = () => reader.call.reports.read();
const evaluations = () => deps.portal.collection('case_evaluations');

it('reports are read by staff alone, and tell nobody’s name', async () => {
  const client = await clientSession(await addClient(deps), deps);
  await signContract(deps);
  expect(await codes([visitor(deps).call.reports.read(), client.call.reports.read()])).toEqual({
    'signed-out': 2,
  });
  expect(JSON.stringify(await read())).not.toContain(contractAnswers.last_name);
});

it('what arrived is counted by its day in New Jersey, for 30 days', async () => {
  const now = new Date('2026-11-30T17:00:00Z');
  // Just before and just after midnight there, and a day too early.
  for (const at of ['2026-11-30T04:59:00Z', '2026-11-30T05:01:00Z', '2026-11-01T03:59:00Z']) {
    const { id } = await sendEvaluation(deps);
    await evaluations().updateOne({ _id: new Types.ObjectId(id) }, { $set: { created_at: new Date(at) } });
  }
  const { days, intake } = await readReports(deps, now);
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-11-01', '2026-11-30']);
  const counts = intake.find(({ what }) => what === 'case evaluations')?.counts;
  expect(counts?.slice(-2)).toEqual([1, 1]);
  expect(counts?.reduce((sum, count) => sum + count, 0)).toBe(2);
});

it('a promised call was kept, late, missed, is still in time, or was decided without', async () => {
  const stored = [
    { call_by: inHours(1), attempted_at: inHours(0) },
    { call_by: inHours(-2), attempted_at: inHours(-1) },
    { call_by: inHours(-1) },
    { call_by: inHours(1) },
    { call_by: inHours(-1), status: 'rejected' },
  ];
  for (const own of stored) {
    const { id } = await sendEvaluation(deps);
    await evaluations().updateOne({ _id: new Types.ObjectId(id) }, { $set: own });
  }
  const { id } = await sendEvaluation(deps);
  await evaluations().updateOne({ _id: new Types.ObjectId(id) }, { $unset: { call_by: 1 } });
  expect((await read()).promised).toEqual({ kept: 1, late: 1, missed: 1, waiting: 1, decided: 1 });
});

describe('of matters', () => {
  it('there are so many of each level and status', async () => {
    for (let each = 0; each < 3; each += 1) await signContract(deps);
    const [first] = await deps.portal.collection('matters').find().toArray();
    await robin.call.matters.enter({
      id: String(first?._id),
      key: randomUUID(),
      entered: { kind: 'decision', day: addDays(today, -3), level: 'initial', outcome: 'unfavorable' },
    });
    const { matters } = await read();
    expect(matters.toSorted((a, b) => a.count - b.count)).toEqual([
      { level: 'initial', status: 'decided', count: 1 },
      { level: 'initial', status: 'preparing', count: 2 },
    ]);
  });

  it('what was due was done by its day or late, missed, not needed, or is open; not what another took the place of', async () => {
    await signContract(deps);
    const id = String((await deps.portal.collection('matters').findOne())?._id);
    const due = addDays(today, -5);
    for (let each = 0; each < 6; each += 1)
      await robin.call.matters.enter({
        id,
        key: randomUUID(),
        entered: { kind: 'task', day: addDays(today, -9), what: `Call ${each}`, dueOn: due },
      });
    const { duties } = await robin.call.matters.detail({ id });
    const tasks = duties.filter((duty) => duty.due === due);
    const ends = [
      { state: 'done', on: due },
      { state: 'done', on: addDays(due, 1) },
      { state: 'late with good cause', on: addDays(due, 2) },
      { state: 'waived', on: due },
      { state: 'missed', on: addDays(due, 1) },
    ] as const;
    for (const [at, end] of ends.entries())
      await robin.call.matters.finish({
        key: randomUUID(),
        id,
        duty: tasks[at]?.id ?? '',
        what: 'Called',
        ...end,
      });
    const counted = { kept: 1, late: 2, missed: 1, waived: 1, open: 1 };
    expect((await read()).ended).toEqual(counted);
    await deps.portal.collection('duties').updateOne({ state: 'missed' }, { $set: { state: 'superseded' } });
    expect((await read()).ended).toEqual({ ...counted, missed: 0 });
    const later = new Date(Date.now() + 86 * 24 * hourMs);
    expect((await readReports(deps, later)).ended).toEqual({
      ...counted,
      kept: 0,
      late: 0,
      missed: 0,
      waived: 0,
      open: 4,
    });
  });

  it('they are counted in indexes, however many there are', async () => {
    const finds: [string, object[]][] = [
      ['duties', endedStages({ $gte: '2026-01-01', $lt: today })],
      ['matters', [{ $sort: { level: 1, status: 1 } }, { $project: { _id: 0, level: 1, status: 1 } }]],
      ['case_evaluations', [{ $match: { created_at: { $gte: new Date() } } }]],
      ['signed_contracts', [{ $match: { signed_at: { $gte: new Date() } } }]],
    ];
    for (const [collection, stages] of finds) {
      const plan = JSON.stringify(await deps.portal.collection(collection).aggregate(stages).explain());
      expect([collection, /COLLSCAN|"SORT"/.test(plan)]).toEqual([collection, false]);
    }
  });
});
