import type { ClaimStepName } from '#api/casework/claims/claim-steps.ts';
import type { CaseEvent, CaseFacts } from '#api/casework/duties/case-event.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { MatterLevel, Standing } from './matter.model.ts';

const opened: Standing = { level: 'initial', status: 'preparing', outcome: null };

/**
 * @param events of a matter, in the order in which they were entered.
 * @returns how the claim stands by them: as the latest by their own days say, whatever the order in which papers came in.
 */
export function standingOf(events: readonly CaseEvent[]): Standing {
  // Of one day, the one entered last counts: sorting keeps their order.
  return currentFacts(events)
    .map(({ facts }) => facts)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .reduce(follow, opened);
}

const preparing = (before: Standing): Standing => ({ ...before, status: 'preparing', outcome: null });
const atAgency =
  (level?: MatterLevel) =>
  (before: Standing): Standing => ({ level: level ?? before.level, status: 'at-agency', outcome: null });

/** What a step of a claim, as the client reads it, says of it. */
const steps: Readonly<Record<ClaimStepName, (before: Standing) => Standing>> = {
  'contract-signed': preparing,
  'records-requested': preparing,
  filed: atAgency(),
  application: atAgency('initial'),
  reconsideration: atAgency('reconsideration'),
  hearing: atAgency('hearing'),
  'appeals-council': atAgency('council'),
  'federal-court': atAgency('court'),
};

function follow(before: Standing, facts: CaseFacts): Standing {
  switch (facts.kind) {
    case 'decision':
      return { level: facts.level, status: 'decided', outcome: facts.outcome };
    case 'appeal filed':
      return { level: facts.level, status: 'at-agency', outcome: null };
    case 'application filed':
      return { level: 'initial', status: 'at-agency', outcome: null };
    case 'hearing notice':
    case 'amended notice':
      return { level: 'hearing', status: 'at-agency', outcome: null };
    case 'exam notice':
    case 'form request':
    case 'evidence request':
      return before.status === 'preparing' ? { ...before, status: 'at-agency' } : before;
    case 'import':
      return atAgency(facts.level)(before);
    case 'claim update':
      return steps[facts.step](before);
    case 'closed':
      return { ...before, status: 'closed', ...(facts.outcome && { outcome: facts.outcome }) };
    default:
      return before;
  }
}
