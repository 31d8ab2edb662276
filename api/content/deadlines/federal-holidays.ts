import { addDays, type CalendarDate, weekdayOf } from './calendar-date.ts';

export interface FederalHoliday {
  name: string;
  date: CalendarDate;
  /** The day that federal offices are closed for it: Friday for a Saturday, Monday for a Sunday. */
  observed: CalendarDate;
}

type Rule = { name: string; month: number; since?: number } & (
  | { day: number }
  /** `nth` counts the weekday within its month; `last` is its last one. */
  | { weekday: number; nth: number | 'last' }
);

const monday = 1;
const thursday = 4;

/**
 * The legal public holidays of 5 U.S.C. 6103(a). Inauguration Day is left out on purpose: it is a holiday only in and
 * around Washington, D.C.
 */
const rules: Rule[] = [
  { name: 'New Year’s Day', month: 1, day: 1 },
  { name: 'Martin Luther King Jr. Day', month: 1, weekday: monday, nth: 3 },
  { name: 'Presidents Day', month: 2, weekday: monday, nth: 3 },
  { name: 'Memorial Day', month: 5, weekday: monday, nth: 'last' },
  { name: 'Juneteenth', month: 6, day: 19, since: 2021 },
  { name: 'Independence Day', month: 7, day: 4 },
  { name: 'Labor Day', month: 9, weekday: monday, nth: 1 },
  { name: 'Columbus Day', month: 10, weekday: monday, nth: 2 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Thanksgiving Day', month: 11, weekday: thursday, nth: 4 },
  { name: 'Christmas Day', month: 12, day: 25 },
];

/**
 * Observed days follow 5 U.S.C. 6103(b) and Executive Order 11582 for a Monday-to-Friday workweek, as at SSA.
 *
 * @param year 1990 to 2100. @returns its federal holidays in order; New Year's Day may be observed in the year before.
 */
export function federalHolidays(year: number): FederalHoliday[] {
  return rules
    .filter(({ since = 0 }) => since <= year)
    .map((rule) => {
      const date = 'day' in rule ? isoDay(year, rule.month, rule.day) : floatingDay(year, rule);
      return { name: rule.name, date, observed: observedDay(date) };
    });
}

/** @returns the holiday for which federal offices are closed on this day, if any. */
export function holidayOn(date: CalendarDate): FederalHoliday | undefined {
  const year = Number(date.slice(0, 4));
  const isOn = (holiday: FederalHoliday) => holiday.date === date || holiday.observed === date;
  return holidaysOnce(year).find(isOn) ?? holidaysOnce(year + 1).find(isOn);
}

const known = new Map<number, FederalHoliday[]>();

/** Counting the days of one hearing asks for them a hundred times. */
function holidaysOnce(year: number): FederalHoliday[] {
  const holidays = known.get(year) ?? federalHolidays(year);
  known.set(year, holidays);
  return holidays;
}

function observedDay(date: CalendarDate): CalendarDate {
  const weekday = weekdayOf(date);
  if (weekday === 6) return addDays(date, -1);
  return weekday === 0 ? addDays(date, 1) : date;
}

function floatingDay(
  year: number,
  { month, weekday, nth }: { month: number; weekday: number; nth: number | 'last' },
): CalendarDate {
  // No "last weekday" holiday is in December, so the next month is in the same year.
  if (nth === 'last') return addDays(onOrAfter(isoDay(year, month + 1, 1), weekday), -7);
  return addDays(onOrAfter(isoDay(year, month, 1), weekday), (nth - 1) * 7);
}

function onOrAfter(date: CalendarDate, weekday: number): CalendarDate {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7);
}

function isoDay(year: number, month: number, day: number): CalendarDate {
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
