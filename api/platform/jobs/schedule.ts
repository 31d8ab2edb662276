import { easternDay, easternMoment } from '@claimdesk/forms/eastern-time';

const minuteMs = 60_000;

/** `dailyAt` is a time of day, `HH:MM`, in Eastern time. */
export type Schedule = { everyMs: number } | { dailyAt: string };

/** @param attempts so far. @returns milliseconds until the next one: 10 s, doubled each time, up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(10_000 * 2 ** (attempts - 1), 60 * minuteMs);
}

/** @returns the next time after `now`; of a time of day that comes twice when daylight saving ends, the first. */
export function nextRun(schedule: Schedule, now: Date): Date {
  if ('everyMs' in schedule) return new Date(now.getTime() + schedule.everyMs);
  const today = easternDay(now);
  const tomorrow = new Date(Date.parse(today) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const at = easternMoment(today, schedule.dailyAt);
  return at > now ? at : easternMoment(tomorrow, schedule.dailyAt);
}
