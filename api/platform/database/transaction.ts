import type { Connection, mongo } from 'mongoose';

/**
 * Runs `work` so that all of its writes happen or none do. The driver runs it again after a transient conflict, so `work`
 * must have no side effects outside the session.
 *
 * @returns what `work` returns, once a majority of the replica set has it on disk.
 */
export function inTransaction<T>(
  portal: Connection,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  return portal.getClient().withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      maxCommitTimeMS: 10_000,
    }),
  );
}
