import type { CaseEvent } from '#api/casework/duties/case-event.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';

/** A request for somebody's records, and the day of each step; null before it. */
export interface EvidenceRequest {
  /** The id of its first event: the same however often it is corrected. */
  id: string;
  /** The id of the event that says so now, which has its duty. */
  event: string;
  provider: string;
  requested: CalendarDate;
  /** When they came last. */
  received: CalendarDate | null;
  /** When they went to the agency. */
  sent: CalendarDate | null;
}

/** @param events of a matter, in the order in which they were entered. @returns its requests for records, the oldest first. */
export function evidenceOf(events: readonly CaseEvent[]): EvidenceRequest[] {
  const facts = currentFacts(events);
  const lastDay = (kind: 'records received' | 'records sent', request: string) =>
    facts
      .flatMap(({ facts: said }) => (said.kind === kind && said.request === request ? [said.day] : []))
      .toSorted()
      .at(-1) ?? null;
  return facts
    .flatMap(({ facts: said, event, first: id }) =>
      said.kind === 'records requested'
        ? [
            {
              ...{ id, event: event.id, provider: said.provider, requested: said.day },
              received: lastDay('records received', id),
              sent: lastDay('records sent', id),
            },
          ]
        : [],
    )
    .toSorted((one, other) => (one.requested < other.requested ? -1 : 1));
}
