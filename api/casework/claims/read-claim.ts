import { easternDay, easternMoment } from '@claimdesk/forms/eastern-time';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type ClaimStepName, claimStepNames } from './claim-steps.ts';
import type { ClaimDate } from './claim-update.model.ts';
import { listClaimUpdates, type ShownClaim } from './list-claim-updates.ts';
import { readClaimNews } from './set-claim.ts';

interface StepState {
  step: ClaimStepName;
  /** `earlier`: before the current step, never recorded: the claim may have started at a later step. */
  state: 'done' | 'now' | 'earlier' | 'not-started';
  /** Day on which it began, `YYYY-MM-DD`; null if it has not begun or was never recorded. */
  since: string | null;
}

interface NextDate extends ClaimDate {
  /** ISO 8601 time, if it has a time of day. */
  at: string | null;
  /** UID for calendars. It stays the same when the date is moved, so that no old entry is left in them. */
  event: { id: string; sequence: number };
}

export type ClientClaim =
  | { state: 'unconfirmed' }
  /** `hasEmail`: whether we have an address for news about the claim. */
  | { state: 'not-set'; hasEmail: boolean }
  | {
      state: 'set';
      step: ClaimStepName;
      since: string;
      needed: string | null;
      note: string | null;
      /** Null once the day has passed. */
      next: NextDate | null;
      steps: StepState[];
      /** ISO 8601 */
      updatedAt: string;
    };

/** @throws DomainError `not-found` when the session's client no longer exists. */
export async function readClaim(clientId: string, deps: Reading): Promise<ClientClaim> {
  const account = await readAccount({ id: clientId }, deps);
  if (!account.isConfirmed) return { state: 'unconfirmed' };
  const history = await listClaimUpdates({ id: clientId }, deps);
  const [newest] = history;
  if (!newest) return { state: 'not-set', hasEmail: (await readClaimNews(account, deps)) === 'email' };
  const { step, since, needed, note, at } = newest;
  return {
    state: 'set',
    step,
    since,
    needed,
    note,
    next: upcoming(newest, history),
    steps: stepStates(history, step),
    updatedAt: at,
  };
}

function upcoming(newest: ShownClaim, history: ShownClaim[]): NextDate | null {
  const { next, isNextOver, version } = newest;
  if (!next || isNextOver) return null;
  const at = next.time && easternMoment(next.day, next.time).toISOString();
  return { ...next, at, event: { id: firstWithDateOf(newest, history).id, sequence: version } };
}

/** @returns the update that first set the current date, which may have been moved before it came. */
function firstWithDateOf(newest: ShownClaim, history: ShownClaim[]): ShownClaim {
  let first = newest;
  for (const before of history.slice(1)) {
    if (before.next?.kind !== first.next?.kind) break;
    if (!before.next || before.next.day < easternDay(first.at)) break;
    first = before;
  }
  return first;
}

/** A claim can go back, for example to a judge. Steps after the current one then count as not begun. */
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
