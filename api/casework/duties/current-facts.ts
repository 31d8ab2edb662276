import type { CaseEvent, CaseFacts } from './case-event.ts';

/** What one event of a matter says now, after its corrections. */
export interface CurrentFacts<Event extends CaseEvent = CaseEvent> {
  facts: CaseFacts;
  /** The event that says so: the last correction, or the first one itself. */
  event: Event;
  /** The event that was corrected first; it stays the same however often it is corrected. */
  first: string;
  /** How often it was corrected. */
  corrections: number;
}

/**
 * @param events of a matter, in the order in which they were entered.
 * @returns what they say, without what was corrected; what was corrected last stands where its correction was entered.
 */
export function currentFacts<Event extends CaseEvent>(events: readonly Event[]): CurrentFacts<Event>[] {
  const byId = new Map<string, CurrentFacts<Event>>();
  const known = new Map<string, Pick<CurrentFacts, 'first' | 'corrections'>>();
  for (const event of events) {
    if (event.kind !== 'correction') {
      const origin = { first: event.id, corrections: 0 };
      known.set(event.id, origin);
      byId.set(event.id, { ...origin, facts: event, event });
      continue;
    }
    const before = known.get(event.corrects) ?? { first: event.corrects, corrections: 0 };
    const origin = { first: before.first, corrections: before.corrections + 1 };
    known.set(event.id, origin);
    byId.delete(event.corrects);
    if (event.facts) byId.set(event.id, { ...origin, facts: event.facts, event });
  }
  return [...byId.values()];
}
