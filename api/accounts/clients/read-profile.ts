import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { Log } from '#api/platform/log.ts';
import { clientsCollection, confirmBy } from './client.model.ts';

export interface Profile {
  /** Null until staff know it, and when it can no longer be decrypted. */
  firstName: string | null;
  /** ISO 8601: when the account expires unless its client confirms it; null once that is done. */
  confirmBy: string | null;
}

/** @throws DomainError `not-found` when the session's client no longer exists. */
export async function readProfile(clientId: string, { portal, keys, log }: Reading): Promise<Profile> {
  const fields = { first_name: 1, identity_status: 1, created_at: 1 };
  const client = await clientsCollection.model(portal).findOne({ _id: clientId }, fields).lean();
  if (!client) throw new DomainError('not-found', 'Could not load client data.');
  const { first_name } = client;
  return {
    firstName: first_name && decryptFirstName(clientId, first_name, await keys.of(clientId), log),
    confirmBy: confirmBy(client)?.toISOString() ?? null,
  };
}

function decryptFirstName(clientId: string, encrypted: string, ring: KeyRing, log: Log): string | null {
  try {
    return clientsCollection.decrypt(ring, clientId, 'first_name', encrypted);
  } catch {
    log.error('record unreadable', { collection: 'clients' });
    return null;
  }
}
