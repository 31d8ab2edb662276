import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { trusted } from 'mongoose';
import { isActive, type Staff, staffCollection } from '#api/accounts/staff/staff.model.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { isOfficeDay } from '#api/content/office-hours.ts';
import { readOfficeHours } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type NamelessDuty, withoutNames } from './nameless-duties.ts';
import { dueGroups, findDue } from './read-today.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log' | 'payload' | 'content' | 'settings' | 'readFirm'>;

/** @returns the job that mails staff in the morning what they have to do. */
export function mailDueWhenDue(deps: Dependencies): ScheduledJob {
  return { name: 'due-mail', schedule: { dailyAt: '07:00' }, run: (signal) => mailDue(deps, signal) };
}

/**
 * Mails everybody who has an account and something to do. It can be interrupted and repeated, by any number of processes: the
 * account keeps the day of its last mail. Nobody gets mail while the office is closed.
 */
export async function mailDue(deps: Dependencies, signal?: AbortSignal, now = new Date()): Promise<void> {
  const today = easternToday(now);
  if (!isOfficeDay(await readOfficeHours(deps), today)) return;
  const staff = await staffCollection
    .model(deps.portal)
    .find({ email: trusted({ $exists: true }), due_mail_off: null, due_mail_on: trusted({ $ne: today }) })
    .lean<Staff[]>();
  const firm = await deps.readFirm();
  let failed = 0;
  for (const member of staff.filter(isActive)) {
    if (signal?.aborted) return;
    try {
      await mailOne(member, { today, firm }, deps);
    } catch (error) {
      failed += 1;
      deps.log.error('morning mail not written', { staff: member._id, error: errorLocation(error) });
    }
  }
  if (failed > 0) throw new Error(`The morning mail of ${failed} accounts was not written.`);
}

/** In each group; the rest is counted. */
const mostListed = 20;

interface Group {
  duties: NamelessDuty[];
  count: number;
  more: boolean;
}

async function mailOne(
  { _id, email = '' }: Staff,
  { today, firm }: { today: CalendarDate; firm: Firm },
  deps: Dependencies,
): Promise<void> {
  const read = async (due: Record<string, CalendarDate>): Promise<Group> => {
    const { rows, ...counted } = await findDue({ owner: _id, due, most: mostListed }, deps);
    return { duties: await withoutNames(rows, deps), ...counted };
  };
  const { overdue, now, soon } = dueGroups(today);
  const groups = { overdue: await read(overdue), now: await read(now), soon: await read(soon) };
  if (Object.values(groups).every(({ count }) => count === 0)) return;
  const written = writeDueMail(groups, { today, firm, publicUrl: deps.settings.PUBLIC_URL });
  await inTransaction(deps.portal, async (session) => {
    const { modifiedCount } = await staffCollection
      .model(deps.portal)
      .updateOne(
        { _id, due_mail_on: trusted({ $ne: today }) },
        { $set: { due_mail_on: today } },
        { session },
      );
    if (modifiedCount > 0) await enqueue({ kind: 'staff-due', to: email, ...written }, { ...deps, session });
  });
}

/** Mail is read on phones and forwarded: it names matters by their numbers, and nobody. */
export function writeDueMail(
  { overdue, now, soon }: Record<'overdue' | 'now' | 'soon', Group>,
  { today, firm, publicUrl }: { today: CalendarDate; firm: Firm; publicUrl: string },
): WrittenEmail {
  const parts = [
    ['overdue', overdue],
    ['due today', now],
    ['due in the next 7 days', soon],
  ] as const;
  const counts = parts.flatMap(([what, group]) => (group.count > 0 ? [`${countOf(group)} ${what}`] : []));
  return writeEmail({
    firm,
    subject: `Your day: ${counts.join(', ')}`,
    heading: `What you have to do: ${longDateWithWeekday(today)}`,
    paragraphs: [
      ...parts.flatMap(([what, group]) => listOf(what, group)),
      'You can turn this mail off on the page of your account in the back office.',
    ],
    action: { label: 'Open Today', url: `${publicUrl}/admin/today?whose=mine` },
  });
}

function listOf(what: string, group: Group): string[] {
  if (group.count === 0) return [];
  const { duties, count, more } = group;
  const left = count - duties.length;
  return [
    `${countOf(group)} ${what}:`,
    ...duties.map(
      ({ matter, title, due, appointment }) =>
        `${matter}: ${title}. ${appointment?.text ?? longDateWithWeekday(due)}.`,
    ),
    ...(left > 0 ? [`And ${left}${more ? ' or more' : ''} others.`] : []),
  ];
}

function countOf({ count, more }: Group): string {
  return more ? `More than ${count}` : String(count);
}
