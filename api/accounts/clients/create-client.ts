import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type Client, clientSearchTokens, clientsCollection } from './client.model.ts';
import { eventId, type NewEvent, recordEvent } from './events.ts';
import { hashPin } from './pin.ts';

/** The validated input: nine digits, YYYY-MM-DD, four digits. */
export interface NewClient {
  ssn: string;
  dateOfBirth: string;
  pin: string;
}

const title = 'Registration Failed';
/** The message for every failure on our side, except for storing the account. */
export const registrationFailed = { title, text: 'An error occurred during registration.' };

/**
 * Creates an unverified account. It does not check for an existing one first: the work is the same either way, the unique
 * index decides, and an existing account stays as it is.
 *
 * @param client.at when it registered, where that is not now.
 * @returns its id. @throws DomainError `conflict` when the number has an account; `unavailable` when it could not be stored.
 */
export async function createClient(
  { ssn, dateOfBirth, pin, at = new Date() }: NewClient & { at?: Date },
  { portal, keys, log, markIfSigned }: Pick<Deps, 'portal' | 'keys' | 'log' | 'markIfSigned'>,
): Promise<string> {
  const _id = randomUUID();
  const pinHash = await hashPin(_id, pin, registrationFailed);
  try {
    await inTransaction(portal, async (session) => {
      const ring = await keys.make(_id, session);
      const row = {
        _id,
        ssn: clientsCollection.encrypt(ring, _id, 'ssn', ssn),
        ssn_lookup: lookupHashes(keys.lookups, 'client-ssn', ssn),
        date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', dateOfBirth),
        search_tokens: clientSearchTokens(keys, []),
        pin_hash: clientsCollection.encrypt(ring, _id, 'pin_hash', pinHash),
        identity_status: 'unverified',
        created_at: at,
      };
      await clientsCollection.model(portal).create([row], { session });
      await recordEvent(registeredEvent(row), { portal, keys }, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) {
      log.error('registration failed', { error: errorLocation(error) });
      throw new DomainError('unavailable', 'Failed to create client profile.', { title });
    }
    throw new DomainError('conflict', 'This SSN is already registered. Use "Forgot PIN" to reset.', {
      title,
    });
  }
  await markIfSigned(ssn).catch((error: unknown) =>
    // The account is stored: its owner must not be told that it failed. A job corrects it.
    log.warn('account not marked', { error: errorLocation(error) }),
  );
  return _id;
}

/** @returns the event of a registration. */
export function registeredEvent({ _id, created_at: at }: Pick<Client, '_id' | 'created_at'>): NewEvent {
  return { _id: eventId(at, _id), client_id: _id, name: 'registered', by: 'client', at };
}

/** @returns whether the number has an account. Only for the first start: nothing that a visitor can reach may call it. */
export async function hasClient(
  ssn: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<boolean> {
  const found = lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'client-ssn', ssn));
  return (await clientsCollection.model(portal).exists(found)) !== null;
}
