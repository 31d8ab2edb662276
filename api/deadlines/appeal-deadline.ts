import { addDays, type CalendarDate, daysBetween, weekdayOf } from './calendar-date.ts';
import { holidayOn } from './federal-holidays.ts';

/** The time limits, in days, as the facts of the CMS hold them. */
export interface TimeLimits {
  /** After so many days a mailed letter counts as received. */
  receiptDays: number;
  /** So many days there are to appeal, at every level. */
  appealDays: number;
}

export interface AppealDeadline extends TimeLimits {
  letter: CalendarDate;
  presumedReceipt: CalendarDate;
  lastDay: CalendarDate;
  /** Where offices are closed on the day on which the count ends: that day, and the holiday or `the weekend`; or null. */
  movedFrom: { date: CalendarDate; closedFor: string } | null;
  /** 0 on the last day itself, below zero after it. */
  daysLeft: number;
  passed: boolean;
}

/**
 * Counts the last day on which an appeal of a Social Security decision is in time (SPEC section 9).
 *
 * - A notice counts as received 5 days after the date on it: 20 CFR 404.901 and 416.1401, "Date you receive notice".
 *   That day may be any day of the week.
 * - The appeal is due 60 days after that: 404.909(a)(1) and 416.1409(a) for reconsideration, 404.933(b)(1) for a
 *   hearing, 404.968(a)(1) for the Appeals Council, 422.210(c) for a federal court.
 * - A period that ends on a Saturday, a Sunday or a federal holiday runs to the next day that is none: 404.3(b),
 *   416.120(d). Days off that a president declares for one year only are not known here; they could only make the
 *   true last day later, never earlier.
 *
 * @param letter the date on the letter, 1990 to 2100. @param today in Eastern time.
 */
export function findAppealDeadline(
  letter: CalendarDate,
  today: CalendarDate,
  { receiptDays, appealDays }: TimeLimits,
): AppealDeadline {
  const presumedReceipt = addDays(letter, receiptDays);
  const counted = addDays(presumedReceipt, appealDays);
  const lastDay = nextBusinessDay(counted);
  const daysLeft = daysBetween(today, lastDay);
  return {
    letter,
    presumedReceipt,
    lastDay,
    movedFrom: lastDay === counted ? null : { date: counted, closedFor: closedFor(counted) ?? '' },
    daysLeft,
    passed: daysLeft < 0,
    receiptDays,
    appealDays,
  };
}

/** @returns the day itself if federal offices are open on it, otherwise the first day after it on which they are. */
function nextBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (closedFor(day)) day = addDays(day, 1);
  return day;
}

function closedFor(date: CalendarDate): string | undefined {
  return [0, 6].includes(weekdayOf(date)) ? 'the weekend' : holidayOn(date)?.name;
}
