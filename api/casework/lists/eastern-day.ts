import { todayInNewJersey } from '@claimdesk/forms/calendar';
import { type CalendarDate, calendarDate } from '#api/content/deadlines/calendar-date.ts';

/** Midnight in New Jersey is 04:00 UTC in summer and 05:00 UTC in winter. */
const hours = [4, 5] as const;

/** @param date a calendar day in Eastern time, as the back office shows it. @returns the moment at which it begins. */
export function startOfEasternDay(date: CalendarDate): Date {
  const midnights = hours.map((hour) => new Date(Date.parse(date) + hour * 60 * 60 * 1000));
  const begins = (time: Date) =>
    todayInNewJersey(time) === date && todayInNewJersey(new Date(time.getTime() - 1)) !== date;
  return midnights.find(begins) ?? new Date(`${date}T05:00:00Z`);
}

const easternClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** @param time `HH:MM` of 24 hours, Eastern. @returns the moment; a time that a change of clocks skips is an hour later. */
export function easternMoment(date: CalendarDate, time: string): Date {
  const moments = hours.map((hour) => new Date(Date.parse(`${date}T${time}:00Z`) + hour * 60 * 60 * 1000));
  const isTime = (moment: Date) => todayInNewJersey(moment) === date && easternClock.format(moment) === time;
  return moments.find(isTime) ?? new Date(`${date}T${time}:00-05:00`);
}

/** @returns the day that a text such as `2026-11-22` names; undefined for any other, and for days long before or after ours. */
export function readEasternDay(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = calendarDate(Number(year), Number(month), Number(day));
  return date && date >= '1993-01-01' && date <= '9998-12-31' ? date : undefined;
}
