import { mongo } from 'mongoose';

/**
 * @param field of the index; without it, any unique index.
 * @returns whether MongoDB refused a write because a unique index has its key already.
 */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) return false;
  return field === undefined || Object.hasOwn(error.keyPattern ?? {}, field);
}
