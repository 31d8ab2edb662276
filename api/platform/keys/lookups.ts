import { createHmac } from 'node:crypto';
import { trusted } from 'mongoose';
import type { KeyRing } from './key-ring.ts';

/** One lookup hash: the id of its key, and the hash. */
export interface Lookup {
  k: string;
  h: string;
}

/**
 * What kind of value it is. The same digits have different hashes for different kinds, so that a stolen dump does not show whose
 * account a contract belongs to.
 */
export type LookupKind =
  | 'client-ssn'
  | 'contract-ssn'
  | 'matter-ssn'
  | 'resume-code'
  | 'pin-code'
  | 'confirmation-code';

/**
 * The schema of a document's lookup hashes, as `ssn_lookup: lookupSchema`. Index `ssn_lookup.h`, uniquely where one person
 * has one row: two processes with different rings still share a key, so the index covers both.
 */
export const lookupSchema = [
  { _id: false, k: { type: String, required: true }, h: { type: String, required: true } },
];

/**
 * Keyed hashes for finding an encrypted value: HMAC-SHA-256, so that a stolen dump can't be searched by trying all
 * numbers.
 *
 * @param value in its normalized form, such as nine digits.
 * @returns one hash per key of the ring, the key in use first.
 */
export function lookupHashes(ring: KeyRing, kind: LookupKind, value: string): Lookup[] {
  return ring.map(({ id, secret }) => ({
    k: id,
    h: createHmac('sha256', secret)
      .update(JSON.stringify([kind, value]))
      .digest('base64url'),
  }));
}

/** @returns the filter for documents whose `field` has the value's hash under any key of the ring. */
export function lookupFilter(field: string, lookups: Lookup[]): Record<string, unknown> {
  return { [`${field}.h`]: trusted({ $in: lookups.map(({ h }) => h) }) };
}
