import { setTimeout as wait } from 'node:timers/promises';
import { mongooseOf } from '@claimdesk/cms/mongoose-of';
import type { mongo } from 'mongoose';
import type { PayloadRequest } from 'payload';
import type { Deps } from '#api/platform/deps.ts';
import { commitTransaction, endSession, mayRetry, transactionOptions } from './transaction.ts';

/** One transaction for both sides: pass `req` to the CMS and `session` to mongoose. */
export interface ContentTransaction {
  req: Pick<PayloadRequest, 'transactionID'>;
  session: mongo.ClientSession;
}

const maxAttempts = 5;

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
  const start = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const id = await db.beginTransaction({ ...transactionOptions });
    const session = id === null ? undefined : db.sessions[id];
    if (id === null || !session) throw new Error('Payload began no transaction.');
    let failure: unknown;
    try {
      const result = await work({ req: { transactionID: id }, session });
      await commitTransaction(session, start);
      return result;
    } catch (error) {
      failure = error;
      if (attempt === maxAttempts || !mayRetry(error, 'TransientTransactionError', start)) throw error;
      await wait(attempt * 20);
    } finally {
      // After a failed Payload call it has already ended.
      delete db.sessions[id];
      await endSession(session, failure);
    }
  }
}
