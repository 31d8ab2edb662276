import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { type Lease, takeLease } from '#api/platform/jobs/lease.ts';
import { errorLocation } from '#api/platform/log.ts';

/** What a migration may use: both databases (content through Payload's Local API), the keys and the settings. */
export type MigrationContext = Pick<Deps, 'portal' | 'payload' | 'keys' | 'store' | 'settings' | 'log'>;

/** One change to stored data, made once per installation when a new version starts. */
export interface Migration {
  /** Date and name, such as `2026-11-22-contract-status`. It is recorded in the database, so it never changes. */
  id: string;
  /**
   * Must be idempotent: after a crash it runs again from the start on whatever it left behind. It runs before the
   * collections and indexes of this version are created, and on a new installation too, where it finds nothing. The
   * previous version may still be serving while it runs, so it must not break what that version reads.
   */
  run(context: MigrationContext): Promise<void>;
}

/** The record of one migration: whether a process runs it, or when it finished. */
interface MigrationRecord {
  _id: string;
  done_at: Date | null;
  /** No other process starts it before then: see `takeLease`. */
  leased_until?: Date;
}

interface Options {
  /**
   * The last migration of the oldest version whose data is understood. Those up to it are gone, and ran in every database of
   * that version. Ids begin with a date, so they sort by age.
   */
  baseline?: string;
  /** A process that died holds a migration for at most this long. */
  leaseMs?: number;
  /** How long to wait for another process that runs a migration. */
  patienceMs?: number;
}

/**
 * Upgrades the stored data to this version: runs every migration of `list` that the database has no record of, in
 * order. When several processes start at once, one runs a migration and the others wait for it.
 *
 * @throws Error with one sentence when a newer version wrote this database, or one before `baseline`, or when the wait takes too
 * long; with the migration's id when it fails. The next start continues with the unfinished migration.
 */
export async function migrate(
  context: MigrationContext,
  list: readonly Migration[],
  { baseline = '', leaseMs = 20_000, patienceMs = 10 * 60_000 }: Options = {},
): Promise<void> {
  const records = recordsOf(context.portal);
  await refuseOlder(records, baseline);
  await refuseNewer(records, list, baseline);
  for (const migration of list) {
    const until = Date.now() + patienceMs;
    while (!(await isDone(records, migration))) {
      const lease = await take(migration, records, leaseMs);
      if (lease) {
        await runLeased(migration, context, records, lease);
      } else if (Date.now() > until) {
        throw new Error(
          `Another process has been upgrading the database for too long (migration ${migration.id}): look at its log, then start this one again.`,
        );
      } else {
        await wait(200);
      }
    }
  }
}

type Records = mongo.Collection<MigrationRecord>;

function recordsOf(portal: Connection): Records {
  const options = { writeConcern: { w: 'majority', journal: true } } as const;
  return portal.getClient().db(portal.name).collection<MigrationRecord>('migrations', options);
}

/** A new database has no record of the migrations that are gone; one of `baseline` or later has that of the last. */
async function refuseOlder(records: Records, baseline: string): Promise<void> {
  const before = await records.findOne({ _id: { $lte: baseline } }, { sort: { _id: -1 } });
  if (!before || (before._id === baseline && before.done_at)) return;
  throw new Error(
    'This database belongs to a version of claimdesk before 1.0: start 1.0 (commit 4bf25dfc) on it first, then this version.',
  );
}

async function refuseNewer(records: Records, list: readonly Migration[], baseline: string): Promise<void> {
  const known = list.map(({ id }) => id);
  const unknown = await records.findOne({ _id: { $nin: known, $gt: baseline } }, { sort: { _id: -1 } });
  if (!unknown) return;
  throw new Error(
    `This database belongs to a newer version of claimdesk (it has the migration ${unknown._id}): start that version, or restore the backup that was made before the upgrade.`,
  );
}

async function isDone(records: Records, { id }: Migration): Promise<boolean> {
  return (await records.countDocuments({ _id: id, done_at: { $ne: null } })) === 1;
}

async function take(
  { id: _id }: Migration,
  records: Records,
  ms: number,
): Promise<Lease<unknown> | undefined> {
  await records.updateOne({ _id }, { $setOnInsert: { done_at: null } }, { upsert: true });
  const rows = records as unknown as mongo.Collection;
  return takeLease(rows, { _id: _id as never, done_at: null }, { due: 'leased_until', ms });
}

async function runLeased(
  migration: Migration,
  context: MigrationContext,
  records: Records,
  lease: Lease<unknown>,
): Promise<void> {
  const { id } = migration;
  const { log } = context;
  const start = performance.now();
  log.info('migration started', { kind: id });
  try {
    await migration.run(context);
  } catch (error) {
    log.error('migration failed', { kind: id, error: errorLocation(error) });
    await lease.end().catch(() => {});
    throw new Error(
      `The database could not be upgraded (migration ${id}). Nothing is lost: start again to continue, or restore the backup and start the version before.`,
      { cause: error },
    );
  }
  // No check of the lease holder: a process that reached the end has done all of it.
  await records.updateOne({ _id: id, done_at: null }, [{ $set: { done_at: '$$NOW' } }]);
  await lease.end();
  log.info('migration done', { kind: id, ms: Math.round(performance.now() - start) });
}
