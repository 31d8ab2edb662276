import { addDays, type CalendarDate, daysBetween, weekdayOf } from './calendar-date.ts';
import { holidayOn } from './federal-holidays.ts';

/** The time limits, in days, from the CMS's figures. */
export interface TimeLimits {
  /** Days after its date on which a mailed notice counts as received. */
  receiptDays: number;
  /** Days to appeal after receipt, at every level. */
  appealDays: number;
}

/** What editors keep and deadlines are counted with. */
export interface DeadlineRules extends TimeLimits {
  /** Days, beside weekends and holidays, on which federal offices are closed by order of the President. */
  closings: ReadonlySet<CalendarDate>;
}

export interface AppealDeadline extends TimeLimits {
  letter: CalendarDate;
  presumedReceipt: CalendarDate;
  lastDay: CalendarDate;
  /** If offices are closed on the day on which the count ends: that day, and for what, such as `Labor Day`; else null. */
  movedFrom: { date: CalendarDate; closedFor: string } | null;
  /** 0 on the last day itself, below zero after it. */
  daysLeft: number;
  passed: boolean;
  /** Whether the time to ask for payments during an appeal is over. */
  paymentsPassed: boolean;
}

/** To ask that payments continue where health is said to be better, from receipt: 404.1597a, 416.996. */
const paymentsDays = 10;

/**
 * Finds the last day on which an appeal of a Social Security decision is timely.
 *
 * - A notice counts as received 5 days after the date on it: 20 CFR 404.901 and 416.1401, "Date you receive notice".
 *   That day may be any day of the week.
 * - The appeal is due 60 days after that: 404.909(a)(1) and 416.1409(a) for reconsideration, 404.933(b)(1) for a
 *   hearing, 404.968(a)(1) for the Appeals Council, 422.210(c) for a federal court.
 * - A period that ends on a Saturday, a Sunday, a federal holiday or a day that is, in all or in part, no workday for federal
 *   employees by order of the President extends to the next day that is none of these: 404.3(b), 416.120(d). This holds
 *   even if the agency's own offices open on such a day, as they did on December 24 and 26, 2025.
 *
 * @param letter the date on the letter, 1990 to 2100. @param today in Eastern time.
 */
export function findAppealDeadline(
  letter: CalendarDate,
  today: CalendarDate,
  { receiptDays, appealDays, closings }: DeadlineRules,
): AppealDeadline {
  const presumedReceipt = addDays(letter, receiptDays);
  const counted = addDays(presumedReceipt, appealDays);
  const lastDay = openDayFrom(counted, closings, 1);
  const daysLeft = daysBetween(today, lastDay);
  return {
    letter,
    presumedReceipt,
    lastDay,
    movedFrom: lastDay === counted ? null : { date: counted, closedFor: closedFor(counted, closings) ?? '' },
    daysLeft,
    passed: daysLeft < 0,
    paymentsPassed: today > openDayFrom(addDays(presumedReceipt, paymentsDays), closings, 1),
    receiptDays,
    appealDays,
  };
}

/**
 * @param step 1 looks at later days, -1 at earlier ones.
 * @returns the day itself if federal offices are open on it, otherwise the nearest day in that direction on which they are.
 */
export function openDayFrom(
  date: CalendarDate,
  closings: ReadonlySet<CalendarDate>,
  step: 1 | -1,
): CalendarDate {
  let day = date;
  while (closedFor(day, closings)) day = addDays(day, step);
  return day;
}

/** @returns for what federal offices are closed on this day, such as `the weekend` or `Labor Day`; undefined if they are open. */
export function closedFor(date: CalendarDate, closings: ReadonlySet<CalendarDate>): string | undefined {
  if ([0, 6].includes(weekdayOf(date))) return 'the weekend';
  return holidayOn(date)?.name ?? (closings.has(date) ? 'an order of the President' : undefined);
}
