import { type CalendarDate, todayInEasternTime } from '../deadlines/calendar-date.ts';

/** Midnight in New Jersey is at four o'clock UTC in summer and at five in winter. */
const hours = [4, 5] as const;

/** @param date a day of the calendar as the lists of the back office show it. @returns the moment at which it begins. */
export function startOfEasternDay(date: CalendarDate): Date {
  const midnights = hours.map((hour) => new Date(Date.parse(date) + hour * 60 * 60 * 1000));
  const begins = (time: Date) =>
    todayInEasternTime(time) === date && todayInEasternTime(new Date(time.getTime() - 1)) !== date;
  return midnights.find(begins) ?? new Date(`${date}T05:00:00Z`);
}
