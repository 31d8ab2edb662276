import { easternToday } from '@claimdesk/forms/eastern-time';
import { trusted } from 'mongoose';
import { type Owner, readOwners } from '#api/accounts/staff/owners.ts';
import { taskRule } from '#api/casework/duties/count-due.ts';
import { type DutyRow, dutiesCollection, openDuty } from '#api/casework/duties/duty.model.ts';
import { addDays, type CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { type Matter, mattersCollection, type Standing } from './matter.model.ts';
import { nameOf, openPerson } from './person.ts';

/** An open duty of a matter, in a list. */
export interface DueRow extends Standing {
  id: string;
  matter: string;
  title: string;
  due: CalendarDate;
  /** The time there of a hearing or an exam on that day, `10:30 AM EST`; null for the whole day. */
  appointment: string | null;
  hard: boolean;
  isAppeal: boolean;
  /** Whether somebody has entered it by hand, and may move it. */
  isByHand: boolean;
  /** Whose matter it is. */
  name: string;
  owner: Owner | null;
  isSample: boolean;
}

export interface DueRows {
  rows: DueRow[];
  /** How many there are, 100 at most, and whether there are more. */
  count: number;
  more: boolean;
}

export interface Today {
  today: CalendarDate;
  overdue: DueRows;
  now: DueRows;
  /** In the seven days after today. */
  soon: DueRows;
}

const mostShown = 50;
const mostCounted = 100;
const soonDays = 7;

/** @param owner the id of a staff account, whose duties are read; null for everybody's. */
export async function readToday({ owner }: { owner: string | null }, deps: Reading): Promise<Today> {
  const today = easternToday();
  const { overdue, now, soon } = dueGroups(today);
  const read = (due: DueDays) => readDue({ owner, due }, deps);
  const [one, two, three] = await Promise.all([read(overdue), read(now), read(soon)]);
  return { today, overdue: one, now: two, soon: three };
}

/** @returns how many duties are overdue of those that are somebody's or nobody's yet, 100 at most. @param staff the id of the account. */
export async function countOverdue(
  { staff }: { staff: string },
  deps: Pick<Deps, 'portal'>,
): Promise<number> {
  const filter = {
    owner: trusted({ $in: [staff, null] }),
    state: 'open',
    due: trusted({ $lt: easternToday() }),
  } as const;
  return dutiesCollection.model(deps.portal).countDocuments(filter).limit(mostCounted);
}

type DueDays = Readonly<Record<string, CalendarDate>>;

/** Which days are overdue, today, and in the seven days after it: filters of `due`. */
export function dueGroups(today: CalendarDate) {
  return {
    overdue: { $lt: today },
    now: { $eq: today },
    soon: { $gt: today, $lte: addDays(today, soonDays) },
  } as const satisfies Record<string, DueDays>;
}

/** @returns the open duties of some days, the nearest first. @param owner null for everybody's. */
export async function readDue(
  asked: { owner: string | null; due: DueDays },
  deps: Reading,
): Promise<DueRows> {
  const { rows, ...counted } = await findDue({ ...asked, most: mostShown }, deps);
  return { rows: await presentDue(rows, deps), ...counted };
}

/** As `readDue`, as they are stored. @param most how many of them are read. */
export async function findDue(
  { owner, due, most }: { owner: string | null; due: DueDays; most: number },
  deps: Pick<Reading, 'portal'>,
): Promise<{ rows: DutyRow[]; count: number; more: boolean }> {
  const filter = { ...ownedBy(owner), state: 'open', due: trusted({ ...due }) };
  const model = dutiesCollection.model(deps.portal);
  const [rows, count] = await Promise.all([
    model.find(filter).sort({ due: 1, _id: 1 }).limit(most).lean<DutyRow[]>(),
    model.countDocuments(filter).limit(mostCounted + 1),
  ]);
  return { rows, count: Math.min(count, mostCounted), more: count > mostCounted };
}

export function ownedBy(owner: string | null): { owner?: string } {
  return owner === null ? {} : { owner };
}

/** @returns duties with the names of those whom they are about, read side by side. */
export async function presentDue(rows: readonly DutyRow[], deps: Reading): Promise<DueRow[]> {
  const numbers = [...new Set(rows.map(({ matter }) => matter))];
  const [matters, owners] = await Promise.all([
    mattersCollection
      .model(deps.portal)
      .find({ _id: trusted({ $in: numbers }) }, { search_tokens: 0, ssn_lookup: 0 })
      .lean<Matter[]>(),
    readOwners(
      rows.map(({ owner }) => owner),
      deps.portal,
    ),
  ]);
  const byNumber = new Map(matters.map((matter) => [matter._id, matter]));
  const present = async (row: DutyRow): Promise<DueRow[]> => {
    const matter = byNumber.get(row.matter);
    if (!matter) return [];
    const [person, ring] = await Promise.all([openPerson(matter, deps), deps.keys.of(row.matter)]);
    const { title, appointment } = openDuty(row, ring);
    const { level, status, outcome } = matter;
    return [
      {
        id: row._id,
        matter: row.matter,
        title,
        due: row.due,
        appointment: appointment?.day === row.due ? appointment.text.replace(/^.* at /, '') : null,
        hard: row.hard,
        isAppeal: row.isAppeal,
        isByHand: row.rule === taskRule,
        name: nameOf(person),
        ...{ level, status, outcome },
        owner: row.owner === null ? null : (owners.get(row.owner) ?? null),
        isSample: matter.sample === true,
      },
    ];
  };
  return (await Promise.all(rows.map(present))).flat();
}
