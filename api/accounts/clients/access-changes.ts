import { type mongo, Types, trusted } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  type AccessChange,
  accessChangesCollection,
  type ClientAccessChange,
} from './client-access-change.model.ts';
import type { AccountKey, ClientAccount } from './client-account.ts';
import { fingerprintOfSsn } from './client-devices.ts';

/** What staff ask for: about an account or, where its page is not known, about a number. */
export type AccessRequest = AccountKey & {
  /** As staff typed it. */
  reason: string;
  /** The id of the staff account that requests it. */
  staff: string;
};

const mostShown = 20;
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** An access change as staff read it. */
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
export async function recordChange(
  change: AccessChange,
  { reason, staff }: Pick<AccessRequest, 'reason' | 'staff'>,
  account: { id: string | null; ssn: string },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const _id = new Types.ObjectId();
  const row = {
    _id,
    change,
    ssn: fingerprintOfSsn({ keys }, account.ssn),
    client_id: account.id,
    reason: accessChangesCollection.encrypt(keys, _id, 'reason', reason),
    staff,
    at: new Date(),
  };
  await accessChangesCollection.model(portal).create([row], { session });
}

/**
 * @param page where to begin, and how many; without it, the newest 20.
 * @returns what staff did about a client's number, under earlier accounts too, newest first.
 */
export async function listChanges(
  { ssn }: Pick<ClientAccount, 'ssn'>,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
  { cursor, limit }: { cursor: string | null; limit: number } = { cursor: null, limit: mostShown },
): Promise<ShownAccessChange[]> {
  const found = await accessChangesCollection
    .model(deps.portal)
    .find({ ssn: fingerprintOfSsn(deps, ssn), ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientAccessChange[]>();
  const names = await readStaffNames(
    found.map(({ staff }) => staff),
    deps.portal,
  );
  return found.map((row) => ({
    id: row._id.toHexString(),
    change: row.change,
    who: names.get(row.staff) ?? null,
    reason: openReason(row, deps),
    at: row.at.toISOString(),
  }));
}

/** @returns when staff read the client's whole number: the newest 20 of the last twelve months, in ISO 8601. */
export async function listReveals(clientId: string, { portal }: Pick<Deps, 'portal'>): Promise<string[]> {
  const since = new Date(Date.now() - yearMs);
  const found = await accessChangesCollection
    .model(portal)
    .find({ client_id: clientId, change: 'revealed', at: trusted({ $gt: since }) }, { at: 1 })
    .sort({ at: -1 })
    .limit(mostShown)
    .lean();
  return found.map(({ at }) => at.toISOString());
}

/** @returns the reason in plain text; `unreadable` when it can't be decrypted. */
export function openReason({ _id, reason }: ClientAccessChange, deps: Pick<Deps, 'keys' | 'log'>): string {
  return accessChangesCollection.read(deps, _id, 'reason', reason);
}
