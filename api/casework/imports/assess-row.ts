import type { CaseEvent, CaseFacts } from '#api/casework/duties/case-event.ts';
import { type CountedDuty, type CountingContext, dutiesOf } from '#api/casework/duties/count-due.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { factsOf } from '#api/casework/matters/entered-facts.ts';
import { standingOf } from '#api/casework/matters/standing.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import type { RowFacts, Said } from './read-row.ts';

/** What a row would change in a matter. */
export type Assessed =
  | { group: 'enter'; news: RowFacts[]; duties: CountedDuty[] }
  | { group: 'nothing new' }
  | { group: 'by hand'; why: string };

/** @param events of the matter. @returns what of a row is new to it, with the days that this makes. */
export function assessRow(said: Said, events: readonly CaseEvent[], context: CountingContext): Assessed {
  if ('problem' in said) return { group: 'by hand', why: said.problem };
  const known = currentFacts(events).map(({ facts }) => facts);
  try {
    const news = said.entered
      .map((entered) => ({ entered, facts: factsOf(entered, events) }))
      .filter(
        ({ facts }) => !known.some((each) => saysSame(each, facts)) && !isPendingAlready(facts, events),
      );
    if (news.length === 0) return { group: 'nothing new' };
    if (news.some(({ facts }) => facts.kind === 'hearing notice') && hasHearing(known, said.entered))
      return {
        group: 'by hand',
        why: 'The matter has another hearing. Enter the notice by hand: as an amended one, or as that of a new hearing.',
      };
    const duties = news.flatMap(({ facts }) => dutiesOf(facts, context));
    return { group: 'enter', news: news.map(({ entered }) => entered), duties };
  } catch (error) {
    if (isDomainError(error)) return { group: 'by hand', why: error.message };
    throw error;
  }
}

/** A list that is uploaded each month says each month that a claim is pending. */
function isPendingAlready(facts: CaseFacts, events: readonly CaseEvent[]): boolean {
  if (facts.kind !== 'import') return false;
  const { level, status } = standingOf(events);
  return status === 'at-agency' && level === facts.level;
}

/** Whether there is a hearing that is not over on the day of the new notice. */
function hasHearing(known: readonly CaseFacts[], entered: readonly RowFacts[]): boolean {
  const [notice] = entered;
  return known.some(
    (facts) => 'hearing' in facts && facts.appointment.at.slice(0, 10) >= (notice?.day ?? ''),
  );
}

function saysSame(one: CaseFacts, other: CaseFacts): boolean {
  return coreOf(one) === coreOf(other);
}

/** What tells two papers apart; the rest is what staff know beside it, such as when it came. */
function coreOf(facts: CaseFacts): string {
  const kind = facts.kind === 'amended notice' ? 'hearing notice' : facts.kind;
  const { day, level, outcome, dueOn, what, appointment } = facts as CaseFacts & Record<string, unknown>;
  const at = (appointment as { at?: string } | undefined)?.at;
  // An amended notice of the same hearing has a date of its own.
  return JSON.stringify([kind, at === undefined ? day : null, level, outcome, dueOn, what, at]);
}
