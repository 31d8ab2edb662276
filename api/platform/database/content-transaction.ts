import { setTimeout as wait } from 'node:timers/promises';
import { mongooseOf } from '@claimdesk/cms/mongoose-of';
import { mongo } from 'mongoose';
import type { PayloadRequest } from 'payload';
import type { Deps } from '#api/platform/deps.ts';

/** One transaction for both sides: pass `req` to the CMS and `session` to mongoose. */
export interface ContentTransaction {
  req: Pick<PayloadRequest, 'transactionID'>;
  session: mongo.ClientSession;
}

const maxAttempts = 5;
const options: mongo.TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  maxCommitTimeMS: 10_000,
};

/**
 * Runs `work` on both databases, so that all its writes to content and to personal data happen or none do.
 *
 * Payload ends the session itself when one of its calls fails, so the driver's own retries can't be used: after a
 * transient conflict `work` runs again in a new session, up to five times.
 *
 * @returns what `work` returns, once a majority of the replica set has it on disk.
 */
export async function inContentTransaction<T>(
  { payload }: Pick<Deps, 'payload'>,
  work: (transaction: ContentTransaction) => Promise<T>,
): Promise<T> {
  const db = mongooseOf(payload);
  for (let attempt = 1; ; attempt += 1) {
    const id = await db.beginTransaction({ ...options });
    const session = id === null ? undefined : db.sessions[id];
    if (id === null || !session) throw new Error('Payload began no transaction.');
    try {
      const result = await work({ req: { transactionID: id }, session });
      await commit(session);
      return result;
    } catch (error) {
      if (attempt === maxAttempts || !hasLabel(error, 'TransientTransactionError')) throw error;
      await wait(attempt * 20);
    } finally {
      // After a failed Payload call both have already ended.
      if (session.inTransaction()) await session.abortTransaction();
      delete db.sessions[id];
      await session.endSession();
    }
  }
}

/** Retrying a commit is safe: it takes effect once. */
async function commit(session: mongo.ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (attempt === maxAttempts || !hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    }
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongo.MongoError && error.hasErrorLabel(label);
}
