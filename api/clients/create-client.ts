import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { foundBy, lookupHashes } from '../keys/lookups.ts';
import { clientModel, sealForClient } from './client.model.ts';
import { hashPin } from './pin.ts';

/** What an account is made from, checked: nine digits, YYYY-MM-DD, four digits. */
export interface NewClient {
  ssn: string;
  dateOfBirth: string;
  pin: string;
}

const title = 'Registration Failed';
const busy = { title, text: 'An error occurred during registration.' };

/**
 * Makes an unverified account. It never looks whether there is one: the work is the same either way, the unique index
 * decides, and an account that exists stays as it is.
 *
 * @throws DomainError `conflict` in the words of SPEC section 8 when the number has an account.
 */
export async function createClient(
  { ssn, dateOfBirth, pin }: NewClient,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  const _id = randomUUID();
  const pinHash = await hashPin(_id, pin, busy);
  try {
    await clientModel(portal).create({
      _id,
      ssn: sealForClient(keys, _id, 'ssn', ssn),
      ssn_lookup: lookupHashes(keys.lookups, 'ssn', ssn),
      date_of_birth: sealForClient(keys, _id, 'date_of_birth', dateOfBirth),
      pin_hash: sealForClient(keys, _id, 'pin_hash', pinHash),
      identity_status: 'unverified',
      created_at: new Date(),
    });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    throw new DomainError('conflict', 'This SSN is already registered. Use "Forgot PIN" to reset.', {
      title,
    });
  }
}

/** @returns whether the number has an account. For the first start only: nothing that a visitor reaches may ask. */
export async function hasClient(
  ssn: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<boolean> {
  const found = foundBy('ssn_lookup', lookupHashes(keys.lookups, 'ssn', ssn));
  return (await clientModel(portal).exists(found)) !== null;
}
