import { type Connection, trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RepeatedJob, repeat } from '#api/platform/repeat.ts';
import { retentionRules } from './retention-rules.ts';
import { retentionRunsCollection, schedulesCollection } from './retention-run.model.ts';

const dayMs = 24 * 60 * 60 * 1000;
const checkEveryMs = 10 * 60_000;
/** An interrupted run is restarted after this long, by whichever process checks first. */
const leaseMs = 30 * 60_000;

type Dependencies = Pick<Deps, 'portal' | 'store' | 'payload' | 'settings' | 'log'>;

/** @returns the job that deletes expired data once a day. Of several processes, one does it at a time. */
export function purgeWhenDue(deps: Dependencies): RepeatedJob {
  return repeat(() => purgeIfDue(deps, new Date()), {
    everyMs: checkEveryMs,
    onError: (error) => deps.log.warn('retention unavailable', { error: errorLocation(error) }),
  });
}

/**
 * Checks once. When a rule fails, the others still run; the next run retries it.
 *
 * @returns whether a run was due and no other process was running it.
 */
export async function purgeIfDue(deps: Dependencies, now: Date): Promise<boolean> {
  const { portal, log } = deps;
  if (!(await takeLease(portal, now))) return false;
  const deleted: { rule: string; count: number }[] = [];
  const failed: string[] = [];
  for (const rule of retentionRules) {
    const before = new Date(now.getTime() - rule.days(deps.settings) * dayMs);
    try {
      deleted.push({ rule: rule.name, count: await rule.purge(deps, before) });
    } catch (error) {
      failed.push(rule.name);
      log.warn('retention rule failed', { kind: rule.name, error: errorLocation(error) });
    }
  }
  await retentionRunsCollection
    .model(portal)
    .create({ started_at: now, ended_at: new Date(), deleted, failed });
  await schedulesCollection
    .model(portal)
    .updateOne({ _id: 'retention' }, { $set: { due_at: new Date(now.getTime() + dayMs) } });
  log.info('retention done', { count: deleted.reduce((sum, { count }) => sum + count, 0) });
  return true;
}

async function takeLease(portal: Connection, now: Date): Promise<boolean> {
  const { modifiedCount } = await schedulesCollection
    .model(portal)
    .updateOne(
      { _id: 'retention', due_at: trusted({ $lte: now }) },
      { $set: { due_at: new Date(now.getTime() + leaseMs) } },
    );
  return modifiedCount === 1;
}
