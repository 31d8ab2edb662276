import { mongo } from 'mongoose';
import { makeReference } from './reference.ts';

/** Two hits in a row are less likely than a broken index, so this many mean that something else is wrong. */
const attemptsAtMost = 5;

/**
 * Stores something under a reference that nothing else of its kind has.
 *
 * @param store writes with the reference, all or nothing; called again with another one when a unique index says that
 *   the first is taken.
 */
export async function underFreeReference<T>(store: (reference: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store(makeReference());
    } catch (error) {
      if (attempt === attemptsAtMost || !isTaken(error)) throw error;
    }
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) return false;
  return Object.hasOwn(error.keyPattern ?? {}, 'reference');
}
