import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { AppealLevel, Benefit, Level, Outcome, TriggerKind } from './case-event.ts';

/** From what to count, how far, and what happens to a last day on which offices are closed. */
export interface Count {
  /** `receipt` of the paper, the `day` of the trigger, or the day of its `appointment`. */
  from: 'receipt' | 'day' | 'appointment';
  amount: number;
  unit: 'days' | 'business days' | 'months';
  direction: 'after' | 'before';
  closedDay: 'later' | 'earlier' | 'stays';
}

/** One duty that follows from a trigger. Where the law changed, there is one rule for each time, under the same id. */
export interface DateRule {
  /** The group in which the table of rules has it, and the duty: `initial-denial/reconsideration`. */
  id: `${string}/${string}`;
  /** What chooses the rule. A list that is left out means any. */
  when: {
    kinds: readonly TriggerKind[];
    levels?: readonly Level[];
    outcomes?: readonly Outcome[];
    benefits?: readonly Benefit[];
    feeAgreement?: 'not approved';
  };
  /** What is due, as staff read it. */
  title: string;
  /** Of several counts the earliest day is due. */
  counts: readonly [Count, ...Count[]];
  /** A day that the paper itself names comes before `counts`. */
  prefersNamedDay?: true;
  /** Whether a right is lost after the day, so that the duty ends only with proof or a second person. */
  hard: boolean;
  /** Whether good cause has to be shown once the day has passed. */
  isAppeal?: true;
  /** Where the appeal is decided that is due: filing it there ends the duty. */
  appealTo?: AppealLevel;
  /** Days that the notice has to leave before the hearing. */
  noticeDays?: number;
  /** From this level on the duty is shown as urgent while it is open, whatever its day. */
  urgentFrom?: Level;
  source: string;
  /** The first and the last day of force. The first one is the rule's version. */
  from: CalendarDate;
  until?: CalendarDate;
}

/**
 * The earliest day that is counted from. A rule with this first day is older, or it is not known here since when it holds.
 */
export const beginning: CalendarDate = '1990-01-01';

/** A period that ends on a closed day ends on the next open one: 20 CFR 404.3(b), 416.120(d). */
export function after(amount: number, from: 'receipt' | 'day', unit: Count['unit'] = 'days'): Count {
  return { from, amount, unit, direction: 'after', closedDay: 'later' };
}

/** Days before an appointment. One that is closed moves earlier: a day later would be too few before it. */
export function before(amount: number, unit: Count['unit'] = 'days'): Count {
  return { from: 'appointment', amount, unit, direction: 'before', closedDay: 'earlier' };
}

/** The appointment itself, on its day, whatever is closed. */
export const onAppointment: Count = {
  from: 'appointment',
  amount: 0,
  unit: 'days',
  direction: 'before',
  closedDay: 'stays',
};
