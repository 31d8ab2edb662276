import { easternClock, easternWeekday } from '@claimdesk/forms/eastern-time';

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
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
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

/** Whether the phone is answered. */
export interface OpenNow {
  isOpen: boolean;
  /** `Open until 6:00 PM` or `We open Monday at 8:00 AM`. */
  text: string;
}

/** @returns whether the office is open, and until or from when; null for an office that never opens. */
export function openNow(days: readonly OfficeDay[], now: Date): OpenNow | null {
  const weekday = easternWeekday(now);
  const time = easternClock(now);
  const today = days.findIndex(({ day }) => day === weekday);
  const todaysHours = days[today] && whenOpen(days[today]);
  if (todaysHours && todaysHours.opens <= time && time < todaysHours.closes)
    return { isOpen: true, text: `Open until ${clockTime(todaysHours.closes)}` };
  const next = nextOpening(days, now);
  return next ? { isOpen: false, text: `We open ${next.when} at ${clockTime(next.opens)}` } : null;
}

/**
 * @returns when a person who writes now gets a call: `today until 6:00 PM or tomorrow from 8:00 AM`, or
 * `Monday from 8:00 AM` while the office is closed; null for an office that never opens.
 */
export function callTime(days: readonly OfficeDay[], now: Date): string | null {
  const weekday = easternWeekday(now);
  const time = easternClock(now);
  const today = days.findIndex(({ day }) => day === weekday);
  const todaysHours = days[today] && whenOpen(days[today]);
  const closes =
    todaysHours && todaysHours.opens <= time && time < todaysHours.closes ? todaysHours.closes : null;
  const next = nextOpening(days, now);
  if (!next) return null;
  const opening = `${next.when} from ${clockTime(next.opens)}`;
  return closes ? `today until ${clockTime(closes)} or ${opening}` : opening;
}

/** @returns the next time that the office opens; undefined if it never does. */
function nextOpening(days: readonly OfficeDay[], now: Date): { when: string; opens: string } | undefined {
  const weekday = easternWeekday(now);
  const time = easternClock(now);
  const today = days.findIndex(({ day }) => day === weekday);
  const todaysHours = days[today] && whenOpen(days[today]);
  for (let ahead = todaysHours && time < todaysHours.opens ? 0 : 1; ahead <= days.length; ahead += 1) {
    const day = days[(today + ahead) % days.length];
    const open = day && whenOpen(day);
    if (!open) continue;
    return { when: ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : open.day, opens: open.opens };
  }
  return undefined;
}

function whenOpen({ day, opens, closes, closed }: OfficeDay): OpenDay | undefined {
  return !closed && opens && closes ? { day, opens, closes } : undefined;
}
