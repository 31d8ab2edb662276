import { longDate } from '@claimdesk/forms/calendar';
import { easternClock, easternDay, easternToday } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import type { ClaimStepName } from '#api/casework/claims/claim-steps.ts';
import {
  type ClaimDate,
  type ClaimUpdate,
  claimEvent,
  claimUpdatesCollection,
} from '#api/casework/claims/claim-update.model.ts';
import { presentUpdate } from '#api/casework/claims/list-claim-updates.ts';
import { rowOf } from '#api/casework/claims/set-claim.ts';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import type { Matter, MatterLevel, Standing } from '#api/casework/matters/matter.model.ts';
import { readLinks } from '#api/casework/matters/read-matter.ts';
import type { Reading } from '#api/platform/deps.ts';

/** @returns the confirmed account whose matter it is; null where there is none. */
export async function confirmedClientOf(matter: Matter, deps: Reading): Promise<ClientAccount | null> {
  const { client } = await readLinks(matter, deps);
  const account = client === null ? null : await findAccount({ id: client }, deps);
  return account?.isConfirmed ? account : null;
}

const steps: Readonly<Record<MatterLevel, ClaimStepName>> = {
  initial: 'application',
  reconsideration: 'reconsideration',
  hearing: 'hearing',
  council: 'appeals-council',
  court: 'federal-court',
};

const outcomes: Readonly<Record<Extract<CaseFacts, { kind: 'decision' }>['outcome'], string>> = {
  favorable: 'approved',
  partly: 'approved in part',
  unfavorable: 'turned down',
  dismissed: 'dismissed',
  technical: 'turned down for a reason other than health',
  ceased: 'benefits are to end',
};

/** What an import says about the claim of a client. */
export interface ClaimNews {
  /** Of the claim, as it stands now. */
  standing: Standing;
  facts: readonly CaseFacts[];
  /** One for each matter and import, so that it is told once. */
  key: string;
  staff: string;
}

/** Tells a client how the claim stands now, in the caller's transaction. What an earlier update asked for stays asked for. */
export async function tellClaim(
  client: string,
  { standing, facts, key, staff }: ClaimNews,
  deps: Reading,
  session: mongo.ClientSession,
): Promise<void> {
  const { newest, shown, ring } = await readNewest(client, deps, session);
  const latest = facts.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  const decision = latest.find((each) => each.kind === 'decision');
  const appointment = latest.find((each) => 'appointment' in each && each.kind !== 'task');
  const next: ClaimDate | null = appointment
    ? {
        kind: appointment.kind === 'exam notice' ? 'examination' : 'hearing',
        day: easternDay(appointment.appointment.at),
        time: easternClock(appointment.appointment.at),
      }
    : (shown?.next ?? null);
  const step = steps[standing.level];
  await addUpdate(
    {
      ...{ id: client, version: newest?.version ?? 0, key, staff, step, next },
      since: shown?.step === step ? shown.since : (latest[0]?.day ?? easternToday()),
      needed: shown?.needed ?? '',
      note: decision
        ? `Social Security decided on ${longDate(decision.day)}: ${outcomes[decision.outcome]}.`
        : (shown?.note ?? ''),
    },
    { ring, ...deps },
    session,
  );
}

/** Takes the newest update back where an import made it: what the client was told before is told again. */
export async function untellClaim(
  client: string,
  { key, standing, staff }: Pick<ClaimNews, 'key' | 'standing' | 'staff'>,
  deps: Reading,
  session: mongo.ClientSession,
): Promise<void> {
  const { newest, ring } = await readNewest(client, deps, session);
  if (newest?.key !== key) return;
  const before = await claimUpdatesCollection
    .model(deps.portal)
    .findOne({ client_id: client, version: newest.version - 1 })
    .session(session)
    .lean<ClaimUpdate>();
  const shown = before && presentUpdate(before, ring, new Map(), deps);
  await addUpdate(
    {
      ...{ id: client, version: newest.version, key: `${key}/back`, staff },
      step: shown?.step ?? steps[standing.level],
      since: shown?.since ?? newest.since,
      needed: shown?.needed ?? '',
      note: shown?.note ?? '',
      next: shown?.next ?? null,
    },
    { ring, ...deps },
    session,
  );
}

async function addUpdate(
  set: Parameters<typeof rowOf>[0],
  deps: Reading & { ring: Parameters<typeof rowOf>[1] },
  session: mongo.ClientSession,
): Promise<void> {
  const row = rowOf(set, deps.ring);
  await claimUpdatesCollection.model(deps.portal).create([row], { session });
  await recordEvent(claimEvent(row), deps, session);
}

async function readNewest(client: string, deps: Reading, session: mongo.ClientSession) {
  const newest = await claimUpdatesCollection
    .model(deps.portal)
    .findOne({ client_id: client })
    .sort({ version: -1 })
    .session(session)
    .lean<ClaimUpdate>();
  const ring = await deps.keys.for(client);
  return { newest, ring, shown: newest && presentUpdate(newest, ring, new Map(), deps) };
}
