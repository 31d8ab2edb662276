import { formatIn, longDate } from '@claimdesk/forms/calendar';
import { clockTime as spacedClockTime } from '@claimdesk/forms/clock-time';
import {
  easternClock,
  easternDay,
  easternMoment,
  easternToday,
  easternWeekday,
  longEasternDate,
} from '@claimdesk/forms/eastern-time';
import { addDays, type CalendarDate, daysBetween } from './deadlines/calendar-date.ts';
import { holidayOn } from './deadlines/federal-holidays.ts';

/** One day of the office hours, as editors enter it: 24-hour `HH:MM` in Eastern time. */
export interface OfficeDay {
  day: string;
  opens?: string | null | undefined;
  closes?: string | null | undefined;
  closed?: boolean | null | undefined;
}

interface OpenDay {
  day: string;
  opens: string;
  closes: string;
}

/** @param time `HH:MM`. @returns `8:00 AM`, with a non-breaking space. */
export function clockTime(time: string): string {
  return spacedClockTime(time).replace(' ', '\u00a0');
}

/** @returns the week on one line, equal days merged: `Mon-Fri 8:00 AM-6:00 PM, Sat 9:00 AM-2:00 PM, Sun closed`. */
export function hoursLine(days: readonly OfficeDay[]): string {
  const runs: { from: string; to: string; text: string }[] = [];
  for (const day of days) {
    const open = whenOpen(day);
    const text = open ? `${clockTime(open.opens)}-${clockTime(open.closes)}` : 'closed';
    const short = day.day.slice(0, 3);
    const last = runs.at(-1);
    if (last?.text === text) last.to = short;
    else runs.push({ from: short, to: short, text });
  }
  return runs.map(({ from, to, text }) => `${from === to ? from : `${from}-${to}`} ${text}`).join(', ');
}

/** When the phone is answered: a week, and the days on which it does not apply. */
export interface OfficeHours {
  /** Monday to Sunday. */
  days: readonly OfficeDay[];
  /** Names of federal holidays, as in `federal-holidays.ts`. */
  closedHolidays?: readonly string[] | null | undefined;
  /** Other days: ISO 8601, of which the day in UTC counts, as the CMS stores days. */
  closedDays?: readonly { date: string; reason?: string | null | undefined }[] | null | undefined;
}

export interface OpenNow {
  isOpen: boolean;
  /** `Open until 6:00 PM`, `We open Monday at 8:00 AM`, or `Closed for Labor Day. We open tomorrow at 8:00 AM`. */
  text: string;
}

/** @returns whether the office is open, and until or from when; null for an office that never opens. */
export function openNow(hours: OfficeHours, now: Date): OpenNow | null {
  const closes = openUntil(hours, now);
  if (closes) return { isOpen: true, text: `Open until ${clockTime(closes)}` };
  const next = nextOpening(hours, now);
  if (!next) return null;
  const text = `We open ${next.when} at ${clockTime(next.opens)}`;
  const reason = closingToday(hours, now);
  return { isOpen: false, text: reason ? `Closed for ${reason}. ${text}` : text };
}

/**
 * @returns when a person who writes now gets a call: `today until 6:00 PM or tomorrow from 8:00 AM`, or
 * `Monday from 8:00 AM` while the office is closed; null for an office that never opens.
 */
export function callTime(hours: OfficeHours, now: Date): string | null {
  const next = nextOpening(hours, now);
  if (!next) return null;
  const closes = openUntil(hours, now);
  const opening = `${next.when} from ${clockTime(next.opens)}`;
  return closes ? `today until ${clockTime(closes)} or ${opening}` : opening;
}

const oneHour = 60 * 60 * 1000;
const oneDay = 24 * oneHour;

/** Less time than this in the office is too little to promise a call in. */
const timeToCall = 2 * oneHour;

/**
 * By when a person who writes is called (docs/decisions/075-call-backs-are-promised-by-office-hours.md): within 24 hours
 * where these hold two office hours, and then before the office closes. Otherwise two open hours after it opens next.
 *
 * @returns null for an office that never opens.
 */
export function callBackBy(hours: OfficeHours, received: Date): Date | null {
  const end = received.getTime() + oneDay;
  let open = 0;
  let last = 0;
  for (const [opens, closes] of openTimes(hours, received)) {
    if (opens >= end) break;
    last = Math.min(closes, end);
    open += Math.max(0, last - Math.max(opens, received.getTime()));
  }
  if (open >= timeToCall) return new Date(last);
  let left = timeToCall;
  for (const [opens, closes] of openTimes(hours, received)) {
    if (closes <= end) continue;
    if (closes - opens >= left) return new Date(opens + left);
    left -= closes - opens;
  }
  return null;
}

/** @returns what a person who wrote is told of that: `within 24 hours`, or `by Monday, 10:00 AM Eastern time`. */
export function callBackWhen(received: Date, by: Date): string {
  const isWithinADay = by.getTime() - received.getTime() <= oneDay;
  return isWithinADay ? 'within 24 hours' : `by ${dayAndTime(by, received)} Eastern time`;
}

/** @returns `Monday, 10:00 AM`, or `January 1, 2027, 10:00 AM` where the name of the day could be another week's. */
export function dayAndTime(at: Date, now: Date): string {
  const days = Math.abs(daysBetween(easternToday(now), easternDay(at)));
  return `${days < 7 ? easternWeekday(at) : longEasternDate(at)}, ${clockTime(easternClock(at))}`;
}

/** @returns from when until when the office is open, from the day of a moment on, in milliseconds since 1970. */
function* openTimes(hours: OfficeHours, from: Date): Generator<[opens: number, closes: number]> {
  const today = easternToday(from);
  for (let ahead = 0; ahead <= longestClosingDays; ahead += 1) {
    const date = addDays(today, ahead);
    const open = hoursOn(hours, date);
    if (open) yield [easternMoment(date, open.opens).getTime(), easternMoment(date, open.closes).getTime()];
  }
}

/**
 * @returns the holidays and the coming days on which the office is closed, in one sentence; empty if there are none.
 * `Closed on Thanksgiving Day, Christmas Day and December 24, 2026.`
 */
export function closedDaysLine({ closedHolidays, closedDays }: OfficeHours, now: Date): string {
  const today = easternToday(now);
  const coming = (closedDays ?? [])
    .map(({ date }) => date.slice(0, 10))
    .filter((day) => day >= today)
    .sort();
  const names = [...(closedHolidays ?? []), ...new Set(coming.map(longDate))];
  return names.length > 0 ? `Closed on ${list.format(names)}.` : '';
}

const list = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' });

/** Long enough for any vacation, and an end for an office that never opens. */
const longestClosingDays = 60;

/** @returns the next time that the office opens; undefined if it does not within two months. */
function nextOpening(hours: OfficeHours, now: Date): { when: string; opens: string } | undefined {
  const today = easternToday(now);
  for (let ahead = 0; ahead <= longestClosingDays; ahead += 1) {
    const day = addDays(today, ahead);
    const open = hoursOn(hours, day);
    if (!open || (ahead === 0 && open.opens <= easternClock(now))) continue;
    // From a week ahead on, the name of the day would be understood as the nearest one.
    const later = ahead < 7 ? open.day : longDate(day);
    return { when: ['today', 'tomorrow'][ahead] ?? later, opens: open.opens };
  }
  return undefined;
}

/** @returns when the office closes, if it is open now. */
function openUntil(hours: OfficeHours, now: Date): string | undefined {
  const open = hoursOn(hours, easternToday(now));
  const time = easternClock(now);
  return open && open.opens <= time && time < open.closes ? open.closes : undefined;
}

/** @returns why the office is closed on a day on which it would be open; undefined where nobody said why. */
function closingToday({ days, ...closings }: OfficeHours, now: Date): string | undefined {
  const today = easternToday(now);
  return hoursOn({ days }, today) ? closingOn(closings, today)?.reason : undefined;
}

/** @returns whether the office opens on a day. */
export function isOfficeDay(hours: OfficeHours, date: CalendarDate): boolean {
  return hoursOn(hours, date) !== undefined;
}

function hoursOn({ days, ...closings }: OfficeHours, date: CalendarDate): OpenDay | undefined {
  const day = days.find((one) => one.day === weekdayName(date));
  return day && !closingOn(closings, date) ? whenOpen(day) : undefined;
}

/**
 * @param federal the days on which federal offices are closed by order of the President.
 * @returns what keeps Social Security or the office closed on a day, other than the week: `Federal holiday: Labor Day`, `Office closed`.
 */
export function closingTexts(
  hours: OfficeHours,
  federal: ReadonlySet<CalendarDate>,
  date: CalendarDate,
): string[] {
  const holiday = holidayOn(date)?.name;
  const office = closingOn(hours, date);
  const reason = office?.reason === holiday ? undefined : office?.reason;
  return [
    ...(holiday ? [`Federal holiday: ${holiday}`] : []),
    ...(federal.has(date) ? ['Federal offices closed by order'] : []),
    ...(office ? [reason ? `Office closed: ${reason}` : 'Office closed'] : []),
  ];
}

function closingOn(
  { closedHolidays, closedDays }: Omit<OfficeHours, 'days'>,
  date: CalendarDate,
): { reason: string | undefined } | undefined {
  const holiday = holidayOn(date)?.name;
  if (holiday && closedHolidays?.includes(holiday)) return { reason: holiday };
  const day = closedDays?.find((one) => one.date.slice(0, 10) === date);
  return day && { reason: day.reason?.trim() || undefined };
}

const weekdayName = formatIn('UTC', { weekday: 'long' });

function whenOpen({ day, opens, closes, closed }: OfficeDay): OpenDay | undefined {
  return !closed && opens && closes ? { day, opens, closes } : undefined;
}
