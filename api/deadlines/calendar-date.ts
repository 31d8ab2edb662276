/** A day of the calendar as `YYYY-MM-DD`: no time of day, no time zone. Such strings sort in the order of time. */
export type CalendarDate = string;

const dayMs = 86_400_000;

/** @param month 1 to 12. @returns the date, or undefined when the calendar has no such day (February 30). */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  // A day too many rolls over into the next month; years below 100 are read as of the last century.
  const real =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return real ? written(time) : undefined;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return written(new Date(Date.parse(date) + days * dayMs));
}

/** @returns the days from one date to the other; below zero when the second is the earlier one. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** @returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(Date.parse(date)).getUTCDay();
}

/** @returns the same day so many years earlier; of a leap day, the day after it where that year has none. */
export function yearsBefore(date: CalendarDate, years: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return written(new Date(Date.UTC(year - years, month - 1, day)));
}

/** The offices are in New Jersey, whatever the clock of the server or the visitor says. */
export function todayInEasternTime(now: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

function written(time: Date): CalendarDate {
  return time.toISOString().slice(0, 10);
}
