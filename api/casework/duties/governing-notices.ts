import type { CaseEvent } from './case-event.ts';

/**
 * @param events of a matter, in the order in which they were entered.
 * @returns for each hearing the event of its newest notice: the one with the latest date on the paper, of several the one
 * entered last. A notice that was corrected counts as its correction says.
 */
export function governingNotices(events: readonly CaseEvent[]): Map<string, string> {
  const corrected = new Set(
    events.map((event) => (event.kind === 'correction' ? event.corrects : undefined)),
  );
  const newest = new Map<string, { event: string; day: string }>();
  for (const event of events) {
    const facts = event.kind === 'correction' ? event.facts : event;
    if (!facts || !('hearing' in facts) || corrected.has(event.id)) continue;
    const before = newest.get(facts.hearing);
    if (!before || facts.day >= before.day) newest.set(facts.hearing, { event: event.id, day: facts.day });
  }
  return new Map([...newest].map(([hearing, { event }]) => [hearing, event]));
}
