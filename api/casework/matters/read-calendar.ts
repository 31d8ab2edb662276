import { easternToday } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { type DutyRow, dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { addDays, addMonths, type CalendarDate, daysBetween } from '#api/content/deadlines/calendar-date.ts';
import { closingTexts } from '#api/content/office-hours.ts';
import { readFederalClosings, readOfficeHours } from '#api/content/read-site.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { type DueRow, type DueRows, dueGroups, ownedBy, presentDue, readDue } from './read-today.ts';

interface CalendarDay {
  day: CalendarDate;
  /** See `closingTexts`. */
  closed: string[];
  rows: DueRow[];
  /** How many there are, of which `rows` has the first. */
  count: number;
}

export interface Calendar {
  today: CalendarDate;
  /** `YYYY-MM`, like the ones beside it. */
  month: string;
  previous: string;
  next: string;
  /** What is overdue, of whatever month; null where the month is not that of today. */
  overdue: DueRows | null;
  days: CalendarDay[];
}

/** Of one day. Who has more to do on it reads their own. */
const mostOfDay = 10;

interface Asked {
  /** The id of a staff account, whose duties are read; null for everybody's. */
  owner: string | null;
  /** `YYYY-MM`; left out for that of today. */
  month?: string | undefined;
}

/** @returns a month with the open duties of each of its days. */
export async function readCalendar(
  { owner, month = easternToday().slice(0, 7) }: Asked,
  deps: Reading & Pick<Deps, 'payload' | 'content'>,
): Promise<Calendar> {
  const today = easternToday();
  const first = `${month}-01`;
  const after = addMonths(first, 1);
  const [found, overdue, closings, hours] = await Promise.all([
    findMonth({ owner, from: first, to: addDays(after, -1) }, deps),
    today.startsWith(month) ? readDue({ owner, due: dueGroups(today).overdue }, deps) : null,
    readFederalClosings(deps),
    readOfficeHours(deps),
  ]);
  const rows = await presentDue(
    found.flatMap((each) => each.rows),
    deps,
  );
  const byDay = Map.groupBy(rows, ({ due }) => due);
  const counts = new Map(found.map(({ _id, count }) => [_id, count]));
  const days = Array.from({ length: daysBetween(first, after) }, (_, at): CalendarDay => {
    const day = addDays(first, at);
    const closed = closingTexts(hours, closings, day);
    return { day, closed, rows: byDay.get(day) ?? [], count: counts.get(day) ?? 0 };
  });
  const [previous, next] = [addMonths(first, -1), after].map((day) => day.slice(0, 7));
  return { today, month, previous: previous ?? '', next: next ?? '', overdue, days };
}

interface FoundDay {
  _id: CalendarDate;
  count: number;
  rows: DutyRow[];
}

function findMonth(asked: Month, { portal }: Pick<Reading, 'portal'>): Promise<FoundDay[]> {
  return dutiesCollection.rows(portal).aggregate<FoundDay>(monthStages(asked)).toArray();
}

interface Month {
  owner: string | null;
  from: CalendarDate;
  to: CalendarDate;
}

/** Groups in the database, so that a day on which very much is due is as much to read as another. */
export function monthStages({ owner, from, to }: Month): mongo.Document[] {
  return [
    { $match: { ...ownedBy(owner), state: 'open', due: { $gte: from, $lte: to } } },
    { $sort: { due: 1, _id: 1 } },
    {
      $group: {
        _id: '$due',
        count: { $sum: 1 },
        rows: { $firstN: { input: '$$ROOT', n: mostOfDay } },
      },
    },
  ];
}
