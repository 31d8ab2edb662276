/** A calendar day as `YYYY-MM-DD`: no time of day, no time zone. These strings sort chronologically. */
export type CalendarDate = string;

const dayMs = 86_400_000;

/** @param month 1 to 12. @returns the date, or undefined for a day that does not exist (February 30). */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  // `Date.UTC` rolls an invalid day over into the next month and maps years below 100 to the 1900s.
  const real =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return real ? toIsoDate(time) : undefined;
}

/** @returns the day that a text such as `2026-11-22` names; undefined for any other, and for days long before or after ours. */
export function readCalendarDate(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = calendarDate(Number(year), Number(month), Number(day));
  return date && date >= '1993-01-01' && date <= '9998-12-31' ? date : undefined;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return toIsoDate(new Date(Date.parse(date) + days * dayMs));
}

/** @returns the same day this many months later; the last day of a month that has no such day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  // Day 0 is the last one of the month before.
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toIsoDate(new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))));
}

/** @returns the days between two dates; negative when the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** @returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(Date.parse(date)).getUTCDay();
}

/** @returns the same day this many years earlier; for February 29, March 1 if that year is no leap year. */
export function yearsBefore(date: CalendarDate, years: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return toIsoDate(new Date(Date.UTC(year - years, month - 1, day)));
}

function toIsoDate(time: Date): CalendarDate {
  return time.toISOString().slice(0, 10);
}
