import { easternToday } from '@claimdesk/forms/eastern-time';
import type { TypedDate } from '@claimdesk/forms/typed-date';
import { readNumberOn } from '#api/content/read-figures.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type AppealDeadline, findAppealDeadline } from './appeal-deadline.ts';
import type { CalendarDate } from './calendar-date.ts';
import { readLetterDate } from './read-letter-date.ts';

/**
 * @param letter the date on the letter, as typed.
 * @returns the last day to appeal, using the time limits that were in force on the day of the letter, and the days off that
 * editors keep.
 * @throws DomainError `bad-input` for a date that can't be on a letter, with the parts that are wrong as `fields`.
 */
export async function countDeadline(
  letter: TypedDate,
  deps: Pick<Deps, 'payload' | 'content'>,
  now = new Date(),
): Promise<AppealDeadline> {
  return deadlineOf(readLetterDate(letter, easternToday(now)), deps, now);
}

/** As `countDeadline`, for a date that was checked before. @throws Error where the CMS has no time limits. */
export async function deadlineOf(
  date: CalendarDate,
  deps: Pick<Deps, 'payload' | 'content'>,
  now = new Date(),
): Promise<AppealDeadline> {
  const [receiptDays, appealDays, closings] = await Promise.all([
    readNumberOn('receiptDays', date, deps),
    readNumberOn('appealDays', date, deps),
    readFederalClosings(deps),
  ]);
  return findAppealDeadline(date, easternToday(now), { receiptDays, appealDays, closings });
}
