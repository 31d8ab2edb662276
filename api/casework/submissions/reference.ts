import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { groupsFrom, makeGroups, normalizeCode } from '#api/platform/readable-code.ts';

/** @returns a reference such as `K7QH-M9XC`, for what is stored under another id. */
export function makeReference(): string {
  return makeGroups(2);
}

/** What a submission is stored under, and what its sender quotes. */
export interface Identity {
  _id: Types.ObjectId;
  reference: string;
}

/**
 * @param key of the submission. @param attempt another one for the same key, where the reference of the one before is taken.
 * @returns always the same for the same key. The id is made of the reference, so the index of ids, which is unique on any number of
 * shards, makes both key and reference unique.
 */
export function identify(collection: string, key: string, attempt = 0): Identity {
  const reference = groupsFrom(hashOf([collection, key, attempt]).subarray(0, 16));
  // Data keys of all collections lie under the ids of their records, so the first four bytes tell the collection.
  const bytes = [hashOf([collection]).subarray(0, 4), Buffer.from(normalizeCode(reference), 'ascii')];
  return { _id: new Types.ObjectId(Buffer.concat(bytes)), reference };
}

function hashOf(parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Wider than what `makeReference` makes, so that a mistyped letter is answered as an unknown reference. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
