import { todayInNewJersey } from '@claimdesk/forms/calendar';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { easternMoment } from '#api/casework/lists/eastern-day.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type ClaimStepName, claimStepNames } from './claim-steps.ts';
import { type ClaimDate, listClaimUpdates, type ShownClaim } from './claim-updates.ts';

/** A step as the client sees it. */
interface StepState {
  step: ClaimStepName;
  /** `earlier`: before the step of today, and never set: the claim may have begun later. */
  state: 'done' | 'now' | 'earlier' | 'not-started';
  /** The day on which it began, `YYYY-MM-DD`; null for a step that has not begun or was never set. */
  since: string | null;
}

/** How a claim stands, for its client. */
export type ClientClaim =
  | { state: 'unconfirmed' }
  | { state: 'not-set' }
  | {
      state: 'set';
      step: ClaimStepName;
      since: string;
      needed: string | null;
      note: string | null;
      /** With the moment in ISO 8601, where it has a time of day; null once the day is over. */
      next: (ClaimDate & { at: string | null }) | null;
      steps: StepState[];
      /** ISO 8601 */
      updatedAt: string;
    };

/** @throws DomainError `not-found` when the session's client no longer exists. */
export async function readClaim(
  clientId: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<ClientClaim> {
  const { confirmBy } = await readAccount({ id: clientId }, deps);
  if (confirmBy !== null) return { state: 'unconfirmed' };
  const history = await listClaimUpdates({ id: clientId }, deps);
  const [newest] = history;
  if (!newest) return { state: 'not-set' };
  const { step, since, needed, note, at } = newest;
  return {
    state: 'set',
    step,
    since,
    needed,
    note,
    next: upcoming(newest),
    steps: stepStates(history, step),
    updatedAt: at,
  };
}

function upcoming({ next }: ShownClaim) {
  if (!next || next.day < todayInNewJersey()) return null;
  return { ...next, at: next.time && easternMoment(next.day, next.time).toISOString() };
}

/** A claim can go back, for example to a judge: what comes after the step of today has not begun again. */
function stepStates(history: ShownClaim[], current: ClaimStepName): StepState[] {
  const now = claimStepNames.indexOf(current);
  return claimStepNames.map((step, at) => {
    const set = at <= now ? history.find((each) => each.step === step) : undefined;
    const since = set?.since ?? null;
    if (at === now) return { step, state: 'now', since };
    if (at > now) return { step, state: 'not-started', since };
    return { step, state: set ? 'done' : 'earlier', since };
  });
}
