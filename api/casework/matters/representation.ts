import type { CaseEvent } from '#api/casework/duties/case-event.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';

/** How far the representation of a person has come: the day of each step, null before it. */
export interface Representation {
  signed: CalendarDate | null;
  countersigned: CalendarDate | null;
  appointmentFiled: CalendarDate | null;
  feeAgreementFiled: CalendarDate | null;
  /** What a favorable decision says of the fee agreement. */
  feeAgreement: 'approved' | 'not approved' | null;
  /** When Social Security set the fee. */
  feeSet: CalendarDate | null;
  feePaid: CalendarDate | null;
  ended: CalendarDate | null;
  /** Whether the firm acts for the person at Social Security: the SSA-1696 is filed, and the representation has not ended. */
  isRepresented: boolean;
}

/** @param events of a matter, in the order in which they were entered. */
export function representationOf(events: readonly CaseEvent[]): Representation {
  const facts = currentFacts(events).map((each) => each.facts);
  const dayOf = (kind: CaseEvent['kind']) => facts.findLast((each) => each.kind === kind)?.day ?? null;
  const appointmentFiled = dayOf('appointment filed');
  const ended = dayOf('representation ending');
  const decided = facts.findLast((each) => each.kind === 'decision' && each.feeAgreement);
  return {
    signed: dayOf('contract signed'),
    countersigned: dayOf('contract countersigned'),
    appointmentFiled,
    feeAgreementFiled: dayOf('fee agreement filed'),
    feeAgreement: (decided?.kind === 'decision' && decided.feeAgreement) || null,
    feeSet: dayOf('fee notice'),
    feePaid: dayOf('fee paid'),
    ended,
    isRepresented: appointmentFiled !== null && (ended === null || ended < appointmentFiled),
  };
}
