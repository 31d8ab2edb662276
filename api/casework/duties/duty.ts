import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { CountedDuty } from './count-due.ts';

export const dutyStates = ['open', 'done', 'late with good cause', 'waived', 'superseded', 'missed'] as const;
export type DutyState = (typeof dutyStates)[number];

/** How a person ended a duty. */
export interface DutyOutcome {
  state: 'done' | 'late with good cause' | 'waived' | 'missed';
  /** What was done, or why nothing was. */
  what: string;
  on: CalendarDate;
  by: string;
  confirmation?: string;
  /** The id of the paper that shows it. */
  paper?: string;
  /** Who else stands for it, where nothing shows it. */
  secondPerson?: string;
  /** The id of the event that says so, where one does: the duty is open again once that is corrected. */
  event?: string;
}

/** What took the place of a duty that was superseded. */
export interface Replacement {
  event: string;
  /** The duty that took its place; null where a correction says that nothing is due. */
  duty: string | null;
  because: 'corrected' | 'newer notice';
}

/** A duty of a matter. There is one for each matter, event and rule, and none is ever removed. */
export interface Duty extends CountedDuty {
  /** Made of the event and the rule, so that the same event makes the same duty. */
  id: string;
  matter: string;
  event: string;
  /** The hearing whose notice made it. */
  hearing?: string;
  state: DutyState;
  outcome?: DutyOutcome;
  replacedBy?: Replacement;
  /** The duty of good cause that began when this one's last day had passed. */
  continuedBy?: string;
}

export function dutyId(event: string, rule: CountedDuty['rule']): string {
  return `${event}:${rule}`;
}
