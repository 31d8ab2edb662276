import { defineCollection } from '#api/platform/database/collection.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { networksOf } from './network-of.ts';

/** Long enough to slow down a program, short enough for a person to wait. */
const waitMs = 10_000;
/** How long a position stays valid after its wait. */
const validMs = 5 * 60_000;

interface QueuePosition {
  _id: string;
  at: Date;
  expires_at: Date;
}

export const queuePositionsCollection = defineCollection<QueuePosition>({
  name: 'waiting_turns',
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  retention: {
    label: 'places in a queue that nobody used',
    since: 'after 5 minutes',
    expired: (before) => ({ expires_at: { $lt: before } }),
  },
});

/**
 * Makes strangers wait: on its first request a network gets a position that is due in ten seconds, and a request after
 * that uses it up. The wait does not depend on how many others are waiting, so nobody can delay anyone else.
 *
 * @param queue the queue's name. @param address of the stranger; all of an IPv6 /48 share one position.
 * @returns the milliseconds left, by MongoDB's clock; 0, once, when the wait is over.
 */
export async function waitInQueue(
  queue: string,
  address: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<number> {
  const network = networksOf(address).at(-1) ?? address;
  const _id = `${queue}:${fingerprint(keys.fingerprints, 'address', network)}`;
  const due = { $and: [{ $lte: ['$at', '$$NOW'] }, { $gt: ['$expires_at', '$$NOW'] }] };
  if (await queuePositionsCollection.rows(portal).findOneAndDelete({ _id, $expr: due })) return 0;
  const valid = { $gt: ['$expires_at', '$$NOW'] };
  const at = { $cond: [valid, '$at', { $add: ['$$NOW', waitMs] }] };
  const expires_at = { $cond: [valid, '$expires_at', { $add: ['$$NOW', waitMs + validMs] }] };
  const join = () =>
    queuePositionsCollection
      .rows(portal)
      .findOneAndUpdate(
        { _id },
        [{ $set: { at, expires_at } }, { $set: { left: { $subtract: ['$at', '$$NOW'] } } }],
        { upsert: true, returnDocument: 'after' },
      );
  const position = await join().catch((error: unknown) => {
    // Two first requests of one network raced to insert its position; now it exists.
    if (isDuplicateKey(error)) return join();
    throw error;
  });
  return Math.max(1, Number((position as { left?: unknown } | null)?.left ?? waitMs));
}
