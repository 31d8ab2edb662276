import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { makeReference } from './reference.ts';

/** Two collisions in a row are less likely than a broken index, so this many mean that something else is wrong. */
const maxAttempts = 5;

/**
 * Stores a record under a reference that is unique in its collection.
 *
 * @param store writes everything or nothing; called again with another reference when a unique index rejects the first.
 */
export async function withUniqueReference<T>(store: (reference: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store(makeReference());
    } catch (error) {
      if (attempt === maxAttempts || !isDuplicateKey(error, 'reference')) throw error;
    }
  }
}
