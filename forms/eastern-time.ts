import { formatIn } from './calendar.ts';

// The firm is in New Jersey: what it shows and takes is in Eastern time, wherever server and browser are.
// Days are `YYYY-MM-DD`, times `HH:MM` of 24 hours. A moment that is no valid date throws a RangeError.

export const easternZone = 'America/New_York';

/** A `Date`, milliseconds since 1970, or ISO 8601. */
type Moment = Date | number | string;

// Swedish dates are written year first.
const wallClock = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', {
  timeZone: easternZone,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** @returns the moment as the value of a `datetime-local` input, `2026-11-21T15:04`. */
export function easternInput(at: Moment): string {
  return wallClock.format(new Date(at)).replace(' ', 'T');
}

/** @returns the day on which the moment falls. */
export function easternDay(at: Moment): string {
  return easternInput(at).slice(0, 10);
}

/** @returns the time of day at the moment, without seconds. */
export function easternClock(at: Moment): string {
  return easternInput(at).slice(11);
}

/** @param now for tests. */
export function easternToday(now = new Date()): string {
  return easternDay(now);
}

/** @returns the last `count` days up to today. */
export function lastEasternDays(count: number, now: Date): { from: string; to: string } {
  const to = easternToday(now);
  return { from: new Date(Date.parse(to) - (count - 1) * 86_400_000).toISOString().slice(0, 10), to };
}

/**
 * @returns the moment of a time on a day. Of a time that comes twice when daylight saving ends, the first; a time that is
 * skipped when it begins is an hour later.
 */
export function easternMoment(day: string, time: string): Date {
  const local = `${day}T${time}`;
  // Eastern time is 4 hours behind UTC in summer, 5 in winter.
  const summer = new Date(`${local}:00-04:00`);
  return easternInput(summer) === local ? summer : new Date(`${local}:00-05:00`);
}

/** @returns the moment at which a day begins. */
export function startOfEasternDay(day: string): Date {
  return easternMoment(day, '00:00');
}

/**
 * @param value of a `datetime-local` input, `2026-11-21T15:04`.
 * @returns the moment; undefined for anything else, and for a time that is skipped when daylight saving begins.
 */
export function readEasternInput(value: string): Date | undefined {
  const [, day, time] = /^(20\d\d-\d\d-\d\d)T(\d\d:\d\d)$/.exec(value) ?? [];
  if (!day || !time || Number.isNaN(Date.parse(`${value}Z`))) return undefined;
  const moment = easternMoment(day, time);
  return easternInput(moment) === value ? moment : undefined;
}

/** @returns `Saturday`. */
export const easternWeekday = /* @__PURE__ */ formatIn(easternZone, { weekday: 'long' });

/** @returns `11/21/2026`. */
export const shortEasternDate = /* @__PURE__ */ formatIn(easternZone, {});

/** @returns `11/21/2026, 3:04 PM`. */
export const shortEasternDateTime = /* @__PURE__ */ formatIn(easternZone, {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const mediumDateTime = /* @__PURE__ */ formatIn(easternZone, { dateStyle: 'medium', timeStyle: 'short' });

/** @returns `Nov 21, 2026, 3:04 PM ET`. */
export function mediumEasternDateTime(at: Moment): string {
  return `${mediumDateTime(at)} ET`;
}

/** @returns `Nov 21, 2026, 3:04:05 PM`. */
export const mediumEasternDateTimeWithSeconds = /* @__PURE__ */ formatIn(easternZone, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** @returns `November 21, 2026`. */
export const longEasternDate = /* @__PURE__ */ formatIn(easternZone, { dateStyle: 'long' });

/** @returns `November 21, 2026 at 3:04 PM`. */
export const longEasternDateTime = /* @__PURE__ */ formatIn(easternZone, {
  dateStyle: 'long',
  timeStyle: 'short',
});

const withZone = { dateStyle: 'long', timeStyle: 'long' } as const;

/** @returns `November 21, 2026 at 3:04:05 PM EST`. */
export const easternTimestamp = /* @__PURE__ */ formatIn(easternZone, withZone);

/** @returns `November 21, 2026 at 8:04:05 PM UTC`, to stand beside `easternTimestamp`. */
export const utcTimestamp = /* @__PURE__ */ formatIn('UTC', withZone);
