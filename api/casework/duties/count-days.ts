import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { closedFor, openDayFrom } from '#api/content/deadlines/appeal-deadline.ts';
import { addDays, addMonths, type CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Count } from './date-rule.ts';

/** A day that was counted, and how, in sentences. */
export interface Counted {
  day: CalendarDate;
  steps: string[];
}

const list = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' });

/**
 * Counts from a day, which is not counted itself, and moves a last day on which offices are closed.
 *
 * @param fromName the day in a sentence, such as `that` or `the hearing`.
 */
export function countDays(
  count: Count,
  from: CalendarDate,
  fromName: string,
  closings: ReadonlySet<CalendarDate>,
): Counted {
  const { amount, unit, direction } = count;
  const step = direction === 'after' ? 1 : -1;
  const counted =
    unit === 'business days'
      ? countBusinessDays(from, amount, step, closings)
      : {
          day: unit === 'months' ? addMonths(from, amount * step) : addDays(from, amount * step),
          skipped: [],
        };
  const distance = amount === 0 ? 'The same day' : `${amountText(count)} ${direction} ${fromName}`;
  const skipped = counted.skipped.length > 0 ? `, without ${list.format(counted.skipped)},` : '';
  const sentence = `${distance}${skipped} is ${longDateWithWeekday(counted.day)}.`;
  const moved = moveIfClosed(counted.day, count, closings);
  return { day: moved.day, steps: [sentence, ...moved.steps] };
}

/** Days by order of the President are no business days here: so the day comes earlier before a hearing, which is safe. */
function countBusinessDays(
  from: CalendarDate,
  amount: number,
  step: 1 | -1,
  closings: ReadonlySet<CalendarDate>,
): { day: CalendarDate; skipped: string[] } {
  const skipped = new Set<string>();
  let day = from;
  for (let left = amount; left > 0; ) {
    day = addDays(day, step);
    const reason = closedFor(day, closings);
    if (reason) skipped.add(reason);
    else left -= 1;
  }
  return { day, skipped: [...skipped] };
}

function moveIfClosed(
  counted: CalendarDate,
  { closedDay }: Count,
  closings: ReadonlySet<CalendarDate>,
): Counted {
  if (closedDay === 'stays') return { day: counted, steps: [] };
  const step = closedDay === 'later' ? 1 : -1;
  const day = openDayFrom(counted, closings, step);
  if (day === counted) return { day, steps: [] };
  const reasons = new Set<string>();
  for (let closed = counted; closed !== day; closed = addDays(closed, step)) {
    reasons.add(closedFor(closed, closings) ?? '');
  }
  const why = `because offices are closed for ${list.format(reasons)}`;
  return {
    day,
    steps: [
      step === 1
        ? `Moved on to ${longDateWithWeekday(day)}, ${why} (20 CFR 404.3(b), 416.120(d)).`
        : `Moved earlier to ${longDateWithWeekday(day)}, ${why}.`,
    ],
  };
}

function amountText({ amount, unit }: Count): string {
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
