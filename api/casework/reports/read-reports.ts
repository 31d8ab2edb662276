import { easternToday, easternZone, lastEasternDays, startOfEasternDay } from '@claimdesk/forms/eastern-time';
import { reviewedIntakes } from '@claimdesk/forms/intakes';
import type { Connection } from 'mongoose';
import { listedContracts } from '#api/casework/contracts/contract.model.ts';
import { dutiesCollection, endedStates } from '#api/casework/duties/duty.model.ts';
import { type DropOff, readDropOff } from '#api/casework/intake/step-counts.ts';
import {
  type MatterLevel,
  type MatterStatus,
  mattersCollection,
} from '#api/casework/matters/matter.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { addDays, type CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';

/** How many arrived on each of the last 30 days. */
interface Intake {
  /** Such as `case evaluations`. */
  what: string;
  /** In the order of `Reports.days`. */
  counts: number[];
}

/** What became of the promise to call whoever sent something in the last 30 days. */
interface Promised {
  kept: number;
  late: number;
  /** Nobody has called, and the promised time has passed. */
  missed: number;
  /** The promised time is ahead. */
  waiting: number;
  /** Staff decided without a call. */
  decided: number;
}

/** How what was due in the last 90 days ended. */
interface Ended {
  kept: number;
  /** Done after its day, also with good cause. */
  late: number;
  missed: number;
  /** Staff said that it was not needed. */
  waived: number;
  open: number;
}

export interface Reports {
  days: CalendarDate[];
  intake: Intake[];
  promised: Promised;
  /** How far people got in each form in the last 30 days. */
  dropOff: DropOff[];
  matters: { level: MatterLevel; status: MatterStatus; count: number }[];
  ended: Ended;
}

const intakeDays = 30;
const dutyDays = 90;

/** @param now for tests. */
export async function readReports({ portal }: Pick<Deps, 'portal'>, now = new Date()): Promise<Reports> {
  const { from } = lastEasternDays(intakeDays, now);
  const days = Array.from({ length: intakeDays }, (_, at) => addDays(from, at));
  const since = startOfEasternDay(from);
  const arrivals = [
    ...reviewedIntakes.map(({ queue }) => ({
      what: queue.many,
      collection: submissionKinds[queue.name].collection.name,
      field: 'created_at',
    })),
    { what: 'contracts', ...listedContracts },
  ];
  const [intake, promised, dropOff, matters, ended] = await Promise.all([
    Promise.all(
      arrivals.map(async ({ what, ...where }) => {
        const counts = await countDays({ ...where, since }, portal);
        return { what, counts: days.map((day) => counts.get(day) ?? 0) };
      }),
    ),
    countPromised(since, now, portal),
    readDropOff(from, portal),
    countMatters(portal),
    countEnded(easternToday(now), portal),
  ]);
  return { days, intake, promised, dropOff, matters, ended };
}

async function countDays(
  { collection, field, since }: { collection: string; field: string; since: Date },
  portal: Connection,
): Promise<Map<CalendarDate, number>> {
  const day = { $dateToString: { date: `$${field}`, format: '%Y-%m-%d', timezone: easternZone } };
  const found = await portal
    .collection(collection)
    .aggregate<Counted<CalendarDate>>([
      { $match: { [field]: { $gte: since } } },
      { $group: { _id: day, count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(found.map(({ _id, count }) => [_id, count]));
}

async function countPromised(since: Date, now: Date, portal: Connection): Promise<Promised> {
  const uncalled = firstOf<keyof Promised>(
    [
      [{ $ne: ['$status', 'pending'] }, 'decided'],
      [{ $lt: ['$call_by', now] }, 'missed'],
    ],
    'waiting',
  );
  const called = firstOf<keyof Promised>([[{ $lte: ['$attempted_at', '$call_by'] }, 'kept']], 'late');
  const count = ({ queue }: (typeof reviewedIntakes)[number]) =>
    portal
      .collection(submissionKinds[queue.name].collection.name)
      .aggregate<Counted<keyof Promised>>([
        { $match: { created_at: { $gte: since }, call_by: { $exists: true } } },
        // What is missing is less than null.
        {
          $group: {
            _id: { $cond: [{ $gt: ['$attempted_at', null] }, called, uncalled] },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
  const found = await Promise.all(reviewedIntakes.filter(({ queue }) => 'calls' in queue).map(count));
  return sumUp({ kept: 0, late: 0, missed: 0, waiting: 0, decided: 0 }, found.flat());
}

async function countMatters(portal: Connection): Promise<Reports['matters']> {
  const found = await mattersCollection
    .rows(portal)
    .aggregate<{ _id: { level: MatterLevel; status: MatterStatus }; count: number }>([
      // The index has all that is counted.
      { $sort: { level: 1, status: 1 } },
      { $project: { _id: 0, level: 1, status: 1 } },
      { $group: { _id: { level: '$level', status: '$status' }, count: { $sum: 1 } } },
    ])
    .toArray();
  return found.map(({ _id, count }) => ({ ..._id, count }));
}

async function countEnded(today: CalendarDate, portal: Connection): Promise<Ended> {
  const due = { $gte: addDays(today, -dutyDays), $lt: today };
  const rows = dutiesCollection.rows(portal);
  const [ended, open] = await Promise.all([
    rows.aggregate<Counted<keyof Ended>>(endedStages(due)).toArray(),
    rows.countDocuments({ state: 'open', due }),
  ]);
  return sumUp({ kept: 0, late: 0, missed: 0, waived: 0, open }, ended);
}

/** Reads an index alone. */
export function endedStages(due: object): object[] {
  return [
    { $match: { due, state: { $in: endedStates } } },
    {
      $group: {
        _id: firstOf(
          [
            [{ $in: ['$state', ['missed', 'waived']] }, '$state'],
            [{ $and: [{ $eq: ['$state', 'done'] }, { $lte: ['$ended_on', '$due'] }] }, 'kept'],
          ],
          'late',
        ),
        count: { $sum: 1 },
      },
    },
  ];
}

/** @returns an expression: what belongs to the first condition that is true. */
function firstOf<What extends string>(cases: [condition: object, what: What][], otherwise: What) {
  return cases.reduceRight<object | What>((rest, [when, what]) => ({ $cond: [when, what, rest] }), otherwise);
}

interface Counted<Key extends string> {
  _id: Key;
  count: number;
}

function sumUp<Key extends string>(none: Record<Key, number>, found: Counted<Key>[]): Record<Key, number> {
  const sums = { ...none };
  for (const { _id, count } of found) sums[_id] += count;
  return sums;
}
