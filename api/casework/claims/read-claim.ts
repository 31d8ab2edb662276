import { easternToday } from '@claimdesk/forms/eastern-time';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { readOwners } from '#api/accounts/staff/owners.ts';
import { type OpenMatter, openMatter } from '#api/casework/matters/change-matter.ts';
import { listMattersOf } from '#api/casework/matters/client-matters.ts';
import { representationOf } from '#api/casework/matters/representation.ts';
import type { Reading } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import { readClaimNews } from './claim-news.ts';
import type { ClaimStepName } from './claim-steps.ts';
import { type ClientDate, clientDates } from './client-dates.ts';
import { type ClientStanding, clientStanding, type StepState, stepStates } from './client-standing.ts';

export type ClientClaim =
  | { state: 'unconfirmed' }
  /** Part of it can't be decrypted: without it, days may be missing. */
  | { state: 'unreadable' }
  /** `hasEmail`: whether we have an address for news about the claim. */
  | { state: 'not-set'; hasEmail: boolean; dates: ClientDate[]; isRepresented: boolean }
  | ({
      state: 'set';
      step: ClaimStepName;
      /** Null where nobody said since when. */
      since: string | null;
      needed: string | null;
      note: string | null;
      /** The nearest day first. */
      dates: ClientDate[];
      steps: StepState[];
      /** When staff last wrote to the client about it, ISO 8601; null where they have not. */
      updatedAt: string | null;
      /** Whether the firm acts for the client at Social Security by now. */
      isRepresented: boolean;
    } & Pick<ClientStanding, 'decision' | 'closed'>);

/** @throws DomainError `not-found` when the session's client no longer exists. */
export async function readClaim(clientId: string, deps: Reading): Promise<ClientClaim> {
  const account = await readAccount({ id: clientId }, deps);
  if (!account.isConfirmed) return { state: 'unconfirmed' };
  const matters = await listMattersOf(account, deps);
  const opened = await Promise.all(matters.map(({ _id }) => openMatter(_id, deps))).catch(
    (error: unknown) => {
      deps.log.error('claim unreadable', { error: errorLocation(error) });
      return null;
    },
  );
  if (!opened) return { state: 'unreadable' };
  const dates = await datesOf(opened, deps);
  const events = opened
    .flatMap((matter) => matter.events)
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.sequence - other.sequence);
  const { reached, decision, closed } = clientStanding(events);
  const isRepresented = opened.some((matter) => representationOf(matter.events).isRepresented);
  const now = reached.at(-1);
  if (!now) {
    return {
      state: 'not-set',
      hasEmail: (await readClaimNews(account, deps)) === 'email',
      dates,
      isRepresented,
    };
  }
  const update = events.findLast((event) => event.kind === 'claim update');
  return {
    state: 'set',
    ...now,
    needed: update?.needed ?? null,
    note: update?.note ?? null,
    dates,
    steps: stepStates(reached, now.step),
    updatedAt: update?.at.toISOString() ?? null,
    decision,
    closed,
    isRepresented,
  };
}

async function datesOf(opened: readonly OpenMatter[], { portal }: Reading): Promise<ClientDate[]> {
  const today = easternToday();
  const names = await readOwners(
    opened.flatMap(({ matter, owners }) => [matter.owner, ...owners.values()]),
    portal,
  );
  const dates = opened.flatMap(({ events, duties, matter, owners }) => {
    const ownerOf = (duty: string | null) => {
      const id = (duty && owners.get(duty)) || matter.owner;
      return (id && names.get(id)?.name) || null;
    };
    return clientDates({ events, duties, ownerOf }, today);
  });
  return dates.sort((one, other) => one.day.localeCompare(other.day));
}
