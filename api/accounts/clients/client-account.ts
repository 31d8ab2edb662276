import { unreadable } from '@claimdesk/forms/answers';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import {
  type Client,
  clientModel,
  confirmBy,
  decryptForClient,
  type EncryptedClientField,
} from './client.model.ts';

const pageSize = 25;

/**
 * A client's account, decrypted, for use in this process: `ssn` is the whole number, so an account is never sent as it is.
 * What can't be decrypted reads `unreadable`.
 */
export interface ClientAccount {
  id: string;
  /** First and last name; null until staff know it. */
  name: string | null;
  /** Nine digits. */
  ssn: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  registeredAt: Date;
  /** When the account is deleted unless staff confirm it; null once they have. */
  confirmBy: Date | null;
  lastSignInAt: Date | null;
}

type Row = Omit<Client, 'pin_hash' | 'ssn_lookup'>;
type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

const withoutSecrets = { pin_hash: 0, ssn_lookup: 0 };

/** @param cursor `next` of the previous page. @returns accounts, newest first, 25 at a time. */
export async function listAccounts(
  cursor: string | null | undefined,
  deps: Dependencies,
): Promise<{ accounts: ClientAccount[]; next: string | null }> {
  const found = await clientModel(deps.portal)
    .find(cursor ? afterCursor('created_at', cursor, { ids: 'uuid' }) : {}, withoutSecrets)
    .sort({ created_at: -1, _id: -1 })
    .limit(pageSize + 1)
    .lean<Row[]>();
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    accounts: found.slice(0, pageSize).map((row) => openAccount(row, deps)),
    next: last ? encodeCursor(last.created_at, last._id) : null,
  };
}

/** @throws DomainError `not-found`. */
export async function readAccount(id: string, deps: Dependencies): Promise<ClientAccount> {
  const found = await clientModel(deps.portal).findOne({ _id: id }, withoutSecrets).lean<Row>();
  if (!found) throw new DomainError('not-found', 'Client not found');
  return openAccount(found, deps);
}

/** @param ssn nine digits. @returns the account of the number, or null when it has none. */
export async function findAccountOfSsn(ssn: string, deps: Dependencies): Promise<ClientAccount | null> {
  const filter = lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'ssn', ssn));
  const found = await clientModel(deps.portal).findOne(filter, withoutSecrets).lean<Row>();
  return found && openAccount(found, deps);
}

function openAccount(row: Row, { keys, log }: Dependencies): ClientAccount {
  let damaged = false;
  const open = (field: Exclude<EncryptedClientField, 'pin_hash'>): string | null => {
    const encrypted = row[field];
    if (encrypted === null) return null;
    try {
      return decryptForClient(keys, row._id, field, encrypted);
    } catch {
      damaged = true;
      return unreadable;
    }
  };
  const names = [open('first_name'), open('last_name')].filter((name) => name !== null);
  const account = {
    id: row._id,
    name: names.includes(unreadable) ? unreadable : names.join(' ') || null,
    ssn: open('ssn') ?? unreadable,
    dateOfBirth: open('date_of_birth') ?? unreadable,
    registeredAt: row.created_at,
    confirmBy: confirmBy(row),
    lastSignInAt: row.last_used_at,
  };
  if (damaged) log.error('record unreadable', { collection: 'clients' });
  return account;
}
