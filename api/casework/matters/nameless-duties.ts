import { trusted } from 'mongoose';
import { claimDateKinds } from '#api/casework/claims/claim-steps.ts';
import { taskRule } from '#api/casework/duties/count-due.ts';
import { type DutyRow, dutiesCollection, openDuty } from '#api/casework/duties/duty.model.ts';
import { momentIn } from '#api/casework/duties/local-appointment.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type Matter, type MatterLevel, mattersCollection } from './matter.model.ts';
import { callAgainTitle } from './record-call.ts';

/** An open duty as it may leave the back office, in mail and in calendars that others see: without anybody's name. */
export interface NamelessDuty {
  id: string;
  matter: string;
  level: MatterLevel;
  title: string;
  due: CalendarDate;
  /** That is on the day: when, in ISO 8601, and as the people there say it, with the time zone. */
  appointment: { at: string; text: string } | null;
}

/** More than anybody has to do. */
const mostInFeed = 500;

/** @returns all that a member of staff has to do, the nearest day first. */
export async function readFeed(owner: string, deps: Reading): Promise<NamelessDuty[]> {
  const model = dutiesCollection.model(deps.portal);
  const found = model.find({ owner, state: 'open' }).sort({ due: 1, _id: 1 }).limit(mostInFeed);
  return withoutNames(await found.lean<DutyRow[]>(), deps);
}

/** What staff typed may say a name. */
const typedTitle = 'Something to do';
const fixedTitles: readonly string[] = [...Object.values(claimDateKinds), callAgainTitle];

/** @returns duties without what names somebody; those of matters that are gone are left out. */
export async function withoutNames(rows: readonly DutyRow[], deps: Reading): Promise<NamelessDuty[]> {
  const matters = await mattersCollection
    .model(deps.portal)
    .find({ _id: trusted({ $in: [...new Set(rows.map(({ matter }) => matter))] }) }, { level: 1 })
    .lean<Pick<Matter, '_id' | 'level'>[]>();
  const levels = new Map(matters.map(({ _id, level }) => [_id, level]));
  const present = async (row: DutyRow): Promise<NamelessDuty[]> => {
    const level = levels.get(row.matter);
    if (!level) return [];
    const { title, appointment } = openDuty(row, await deps.keys.of(row.matter));
    const isTyped = row.rule === taskRule && !fixedTitles.includes(title);
    return [
      {
        id: row._id,
        matter: row.matter,
        level,
        title: isTyped ? typedTitle : title,
        due: row.due,
        appointment:
          appointment?.day === row.due
            ? { at: momentIn(appointment.zone, appointment.day, appointment.time), text: appointment.text }
            : null,
      },
    ];
  };
  return (await Promise.all(rows.map(present))).flat();
}
