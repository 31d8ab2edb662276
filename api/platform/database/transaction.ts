import { type Connection, mongo } from 'mongoose';
import { isAway } from './is-away.ts';

/** Of a transaction that conflicts with others; the driver's own limit. */
const conflictsForMs = 120_000;
/** Of one that does not reach the server: whoever waits for it should learn it. */
const awayForMs = 4_000;
/** The server's code for a commit that took longer than `maxCommitTimeMS`. */
const timeLimitExceeded = 50;

export const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  maxCommitTimeMS: 10_000,
} as const satisfies mongo.TransactionOptions;

/**
 * Runs `work` so that all of its writes happen or none do. It runs again after a transient conflict, so `work` must have no side
 * effects outside the session.
 *
 * As the driver's `withTransaction`, which would also try for two minutes to reach a server that is away.
 *
 * @returns what `work` returns, once a majority of the replica set has it on disk.
 */
export async function inTransaction<T>(
  portal: Connection,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  const session = portal.getClient().startSession();
  const start = performance.now();
  let failure: unknown;
  try {
    for (;;) {
      session.startTransaction(transactionOptions);
      try {
        const result = await work(session);
        // `work` may have ended it.
        if (session.inTransaction()) await commitTransaction(session, start);
        return result;
      } catch (error) {
        failure = error;
        if (!mayRetry(error, 'TransientTransactionError', start)) throw error;
        if (session.inTransaction()) await session.abortTransaction();
      }
    }
  } finally {
    await endSession(session, failure);
  }
}

/** Commits, again after a failure that does not tell whether it was committed: it takes effect once. */
export async function commitTransaction(session: mongo.ClientSession, start: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!mayRetry(error, 'UnknownTransactionCommitResult', start)) throw error;
    }
  }
}

/** Ends a session, and aborts what it has not committed. Nobody waits for that where the server was away, since it takes seconds. */
export async function endSession(session: mongo.ClientSession, failure: unknown): Promise<void> {
  const ended = session.endSession();
  if (!isAway(failure)) await ended;
}

/**
 * @param label of the driver, for errors that pass.
 * @param start of the transaction. @returns whether there is time left for another attempt.
 */
export function mayRetry(error: unknown, label: string, start: number): boolean {
  if (!(error instanceof mongo.MongoError) || !error.hasErrorLabel(label) || error.code === timeLimitExceeded)
    return false;
  return performance.now() - start < (isAway(error) ? awayForMs : conflictsForMs);
}
