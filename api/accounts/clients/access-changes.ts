import { type mongo, trusted } from 'mongoose';
import type { Deps, Reading } from '#api/platform/deps.ts';
import type { AccountKey, ClientAccount } from './client-account.ts';
import { fingerprintOfSsn } from './client-devices.ts';
import { type EventName, eventsCollection, readEvents, recordEvent } from './events.ts';

/** What staff ask for: about an account or, where its page is not known, about a number. */
export type AccessRequest = AccountKey & {
  /** As staff typed it. */
  reason: string;
  /** The id of the staff account that requests it. */
  staff: string;
};

/** What staff can do about a client's sign-in. */
export type AccessChange = EventName<'account'>;

const mostShown = 20;
const yearMs = 365 * 24 * 60 * 60 * 1000;

export interface ShownAccessChange {
  id: string;
  change: AccessChange;
  /** The name of the staff account; null once that was deleted. */
  who: string | null;
  reason: string;
  /** ISO 8601 */
  at: string;
}

/** Records what staff did, and why. @param account `id` is null for a number without an account. */
export function recordChange(
  change: AccessChange,
  { reason, staff }: Pick<AccessRequest, 'reason' | 'staff'>,
  { id, ssn }: { id: string | null; ssn: string },
  deps: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const event = { client_id: id, name: change, by: staff, reason, ssn: fingerprintOfSsn(deps, ssn) };
  return recordEvent(event, deps, session);
}

/** @returns what staff did about a client's number, under earlier accounts too, newest first: the newest 20. */
export async function listChanges(
  { ssn }: Pick<ClientAccount, 'ssn'>,
  deps: Reading,
): Promise<ShownAccessChange[]> {
  const found = await readEvents(
    { ssn: fingerprintOfSsn(deps, ssn) },
    { cursor: null, limit: mostShown },
    deps,
  );
  return found.map(({ id, name, staff, reason, at }) => ({
    id,
    change: name as AccessChange,
    who: staff,
    reason: reason ?? '',
    at: at.toISOString(),
  }));
}

/** @returns when staff read the client's whole number: the newest 20 of the last twelve months, in ISO 8601. */
export async function listReveals(clientId: string, { portal }: Pick<Deps, 'portal'>): Promise<string[]> {
  const since = new Date(Date.now() - yearMs);
  const found = await eventsCollection
    .model(portal)
    .find({ client_id: clientId, kind: 'account', name: 'revealed', at: trusted({ $gt: since }) }, { at: 1 })
    .sort({ at: -1 })
    .limit(mostShown)
    .lean();
  return found.map(({ at }) => at.toISOString());
}
