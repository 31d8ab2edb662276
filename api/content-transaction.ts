import { setTimeout as wait } from 'node:timers/promises';
import { mongo } from 'mongoose';
import type { PayloadRequest } from 'payload';
import type { Deps } from './connect.ts';

/** What takes part in it: the CMS by `req`, mongoose by `session`. */
export interface ContentTransaction {
  req: Pick<PayloadRequest, 'transactionID'>;
  session: mongo.ClientSession;
}

/** The part of Payload's MongoDB adapter that holds its open transactions. */
interface Sessions {
  beginTransaction(options?: mongo.TransactionOptions): Promise<string>;
  sessions: Record<string, mongo.ClientSession>;
}

const attemptsAtMost = 5;
const options: mongo.TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  maxCommitTimeMS: 10_000,
};

/**
 * Runs `work` over both databases, so that all that it writes to content and to people's data happens or nothing does.
 *
 * Payload ends the session itself when one of its calls fails, so the driver's own repetition can't be used: after a
 * passing conflict the work is done anew, in a new session, up to five times.
 *
 * @returns what `work` returns, once a majority of the replica set has it on disk.
 */
export async function inContentTransaction<T>(
  { payload }: Pick<Deps, 'payload'>,
  work: (transaction: ContentTransaction) => Promise<T>,
): Promise<T> {
  const db = payload.db as unknown as Sessions;
  for (let attempt = 1; ; attempt += 1) {
    const id = await db.beginTransaction(options);
    const session = db.sessions[id];
    if (!session) throw new Error('Payload began no transaction.');
    try {
      const result = await work({ req: { transactionID: id }, session });
      await commit(session);
      return result;
    } catch (error) {
      if (attempt === attemptsAtMost || !hasLabel(error, 'TransientTransactionError')) throw error;
      await wait(attempt * 20);
    } finally {
      // Where a call of Payload failed, it has ended both already.
      if (session.inTransaction()) await session.abortTransaction();
      delete db.sessions[id];
      await session.endSession();
    }
  }
}

/** Committing may be repeated as often as wanted: it happens once. */
async function commit(session: mongo.ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (attempt === attemptsAtMost || !hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    }
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongo.MongoError && error.hasErrorLabel(label);
}
