import { createHmac } from 'node:crypto';
import { trusted } from 'mongoose';
import type { KeyRing } from './key-ring.ts';

/** One look-up hash: under which key, and the hash. */
export interface Lookup {
  k: string;
  h: string;
}

/** What such a value is. The same digits give other hashes for another kind. */
export type LookupKind = 'ssn' | 'resume-code';

/**
 * How a document keeps its look-up hashes, as `ssn_lookup: lookupShape`. Index `ssn_lookup.h`, and make that index unique
 * where one person has one row: two processes with different rings still share a key, so the index meets both.
 */
export const lookupShape = [
  { _id: false, k: { type: String, required: true }, h: { type: String, required: true } },
];

/**
 * Keyed hashes by which a sealed value is found again: HMAC-SHA-256, so that a stolen dump can't be searched by trying
 * all numbers (SECURITY.md 'Numbers').
 *
 * @param value in the one spelling that is looked up, such as nine digits.
 * @returns one for each key of the ring, the one in use first.
 */
export function lookupHashes(ring: KeyRing, kind: LookupKind, value: string): Lookup[] {
  return ring.map(({ id, secret }) => ({
    k: id,
    h: createHmac('sha256', secret)
      .update(JSON.stringify([kind, value]))
      .digest('base64url'),
  }));
}

/** @returns the filter for the documents whose `field` holds the value's hash under any key of the ring. */
export function foundBy(field: string, lookups: Lookup[]): Record<string, unknown> {
  return { [`${field}.h`]: trusted({ $in: lookups.map(({ h }) => h) }) };
}
