import type { CaseEvent, CaseFacts, Level, Outcome } from '#api/casework/duties/case-event.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { MatterLevel } from '#api/casework/matters/matter.model.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { type ClaimStepName, claimStepNames } from './claim-steps.ts';

/** How a claim stands, as its client reads it. */
export interface ClientStanding {
  /** The steps that it has come to, in that order; `since` is null where nobody said when. */
  reached: { step: ClaimStepName; since: CalendarDate | null }[];
  /** The latest decision, until it was appealed. */
  decision: { level: Level; outcome: Outcome; day: CalendarDate } | null;
  /** Whether the matter has ended. */
  closed: { day: CalendarDate; isWithdrawn: boolean } | null;
}

const stepOfLevel: Readonly<Record<MatterLevel, ClaimStepName>> = {
  initial: 'application',
  reconsideration: 'reconsideration',
  hearing: 'hearing',
  council: 'appeals-council',
  court: 'federal-court',
};

/**
 * @param events of the client's matters, in the order in which they were entered.
 * @returns how the claim stands by them: as the latest by their own days say, as `standingOf` does for staff.
 */
export function clientStanding(events: readonly CaseEvent[]): ClientStanding {
  return currentFacts(events)
    .map(({ facts }) => facts)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .reduce(follow, { reached: [], decision: null, closed: null });
}

function follow(before: ClientStanding, facts: CaseFacts): ClientStanding {
  switch (facts.kind) {
    case 'contract signed':
      // Somebody whose claim has ended, and who signs again, begins again.
      if (before.closed) return reach(nothing, 'contract-signed', facts.day);
      return before.reached.length > 0 ? before : reach(before, 'contract-signed', facts.day);
    case 'application filed':
      return reach(before, 'application', facts.day);
    case 'appeal filed':
      return reach(before, stepOfLevel[facts.level], facts.day);
    case 'hearing notice':
    case 'amended notice':
      return before.reached.at(-1)?.step === 'hearing' ? before : reach(before, 'hearing', null);
    case 'import':
      return reach(before, stepOfLevel[facts.level], null);
    case 'claim update':
      return reach(before, facts.step, facts.day);
    case 'decision': {
      const { level, outcome, day } = facts;
      const step = stepOfLevel[level];
      const at = before.reached.at(-1)?.step === step ? before : reach(before, step, null);
      return { ...at, decision: { level, outcome, day } };
    }
    case 'closed':
      return { ...before, closed: { day: facts.day, isWithdrawn: facts.outcome === 'withdrawn' } };
    default:
      return before;
  }
}

const nothing: ClientStanding = { reached: [], decision: null, closed: null };

function reach({ reached }: ClientStanding, step: ClaimStepName, since: CalendarDate | null): ClientStanding {
  const known = since ?? reached.findLast((each) => each.step === step)?.since ?? null;
  return { reached: [...reached, { step, since: known }], decision: null, closed: null };
}

export interface StepState {
  step: ClaimStepName;
  /** `earlier`: before the current step, never recorded: the claim may have started at a later step. */
  state: 'done' | 'now' | 'earlier' | 'not-started';
  /** The day on which it began; null if it has not begun or nobody said. */
  since: CalendarDate | null;
}

/** A claim can go back, for example to a judge. Steps after the current one then count as not begun. */
export function stepStates(reached: ClientStanding['reached'], current: ClaimStepName): StepState[] {
  const now = claimStepNames.indexOf(current);
  return claimStepNames.map((step, at) => {
    const found = at <= now ? reached.findLast((each) => each.step === step) : undefined;
    const since = found?.since ?? null;
    if (at === now) return { step, state: 'now', since };
    if (at > now) return { step, state: 'not-started', since };
    return { step, state: found ? 'done' : 'earlier', since };
  });
}
