import { unreadable } from '@claimdesk/forms/answers';
import { type mongo, trusted } from 'mongoose';
import { type Listing, readPage } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { type Client, clientsCollection, confirmBy, type EncryptedClientField } from './client.model.ts';

/**
 * A client's account, decrypted, for use in this process: `ssn` is the whole number, so an account is never sent as it is.
 * What can't be decrypted reads `unreadable`.
 */
export interface ClientAccount {
  id: string;
  /** First and last name; null until staff know it. */
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Nine digits. */
  ssn: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  registeredAt: Date;
  /** When the client chose the PIN. */
  pinSetAt: Date;
  /** When the account is deleted unless its client confirms it; null once that is done. */
  confirmBy: Date | null;
  /** Whether staff have made sure whose account it is. Anyone who knows a number can register it. */
  isConfirmed: boolean;
  /** Whether a contract was signed with the number; of a verified account it may be unknown, and false. */
  hasContract: boolean;
  lastSignInAt: Date | null;
  /** Made up for a trial. */
  isSample: boolean;
}

/** An account is named by its id or by its number, nine digits. */
export type AccountKey = { id: string } | { ssn: string };

type Row = Omit<
  Client,
  'pin_hash' | 'ssn_lookup' | 'search_tokens' | 'pin_code' | 'emailed_pin_code' | 'confirmation_code'
>;

const withoutSecrets = {
  pin_hash: 0,
  ssn_lookup: 0,
  search_tokens: 0,
  pin_code: 0,
  emailed_pin_code: 0,
  confirmation_code: 0,
} as const;

/** @returns accounts, 25 at a time. */
export async function listAccounts(
  listing: Listing,
  deps: Reading,
): Promise<{ accounts: ClientAccount[]; next: string | null }> {
  const { rows, next } = await readPage(clientsCollection.model(deps.portal), listing, {
    field: 'created_at',
    ids: 'uuid',
    projection: withoutSecrets,
  });
  return { accounts: await Promise.all(rows.map((row) => openAccount(row, deps))), next };
}

/** @param session of the transaction that reads it, if any. @throws DomainError `not-found`. */
export async function readAccount(
  key: AccountKey,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<ClientAccount> {
  const found = await findAccount(key, deps, session);
  if (found) return found;
  throw new DomainError('not-found', 'id' in key ? 'Client not found' : 'No account has this number.');
}

export async function findAccount(
  key: AccountKey,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<ClientAccount | null> {
  const filter =
    'id' in key
      ? { _id: key.id }
      : lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'client-ssn', key.ssn));
  const found = await clientsCollection
    .model(deps.portal)
    .findOne(filter, withoutSecrets)
    .session(session)
    .lean<Row>();
  return found && openAccount(found, deps);
}

/** @returns the accounts that there are of these ids, by id. */
export async function findAccounts(
  ids: readonly string[],
  deps: Reading,
): Promise<Map<string, ClientAccount>> {
  const found = await clientsCollection
    .model(deps.portal)
    .find({ _id: trusted({ $in: ids }) }, withoutSecrets)
    .lean<Row[]>();
  const accounts = await Promise.all(found.map((row) => openAccount(row, deps)));
  return new Map(accounts.map((account) => [account.id, account]));
}

async function openAccount(row: Row, { keys, log }: Reading): Promise<ClientAccount> {
  const ring = await keys.of(row._id);
  let damaged = false;
  const open = (field: Exclude<EncryptedClientField, 'pin_hash'>): string | null => {
    const encrypted = row[field];
    if (encrypted === null) return null;
    try {
      return clientsCollection.decrypt(ring, row._id, field, encrypted);
    } catch {
      damaged = true;
      return unreadable;
    }
  };
  const [firstName, lastName] = [open('first_name'), open('last_name')];
  const names = [firstName, lastName].filter((name) => name !== null);
  const account = {
    id: row._id,
    name: names.includes(unreadable) ? unreadable : names.join(' ') || null,
    firstName,
    lastName,
    ssn: open('ssn') ?? unreadable,
    dateOfBirth: open('date_of_birth') ?? unreadable,
    registeredAt: row.created_at,
    pinSetAt: row.pin_set_at ?? row.created_at,
    confirmBy: confirmBy(row),
    isConfirmed: row.identity_status === 'verified',
    hasContract: row.has_contract === true,
    lastSignInAt: row.last_used_at,
    isSample: row.sample === true,
  };
  if (damaged) log.error('record unreadable', { collection: 'clients' });
  return account;
}
