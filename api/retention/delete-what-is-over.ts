import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, trusted } from 'mongoose';
import { type Log, placeOf } from '../log.ts';
import type { Settings } from '../settings.ts';
import { retentionRunModel, scheduleModel } from './retention-run.model.ts';
import { type RetentionRule, retentionRules } from './rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
const lookEveryMs = 10 * 60_000;
/** A run that was cut short is begun again after this long, by whichever process looks first. */
const leaseMs = 30 * 60_000;

interface Needs {
  portal: Connection;
  settings: Settings;
  log: Log;
}

/**
 * Deletes once a day what has been kept long enough. It runs with the site; of several processes one does it at a time.
 *
 * @returns a function that ends the looking, after what is being deleted.
 */
export function deleteWhenDue(needs: Needs): () => Promise<void> {
  const stop = new AbortController();
  async function look(): Promise<void> {
    while (!stop.signal.aborted) {
      await deleteIfDue(needs, new Date()).catch((error: unknown) => {
        needs.log.warn('retention unavailable', { error: placeOf(error) });
      });
      await wait(lookEveryMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  }
  const looking = look();
  return async () => {
    stop.abort();
    await looking;
  };
}

/**
 * One look. A rule that fails does not keep the others from their work; it is tried again with the next run.
 *
 * @returns whether a run was due and nobody else was at it.
 */
export async function deleteIfDue({ portal, settings, log }: Needs, now: Date): Promise<boolean> {
  if (!(await takeLease(portal, now))) return false;
  const deleted: { rule: string; count: number }[] = [];
  const failed: string[] = [];
  for (const rule of retentionRules) {
    try {
      deleted.push({ rule: rule.name, count: await deleteBy(rule, { portal, settings }, now) });
    } catch (error) {
      failed.push(rule.name);
      log.warn('retention rule failed', { kind: rule.name, error: placeOf(error) });
    }
  }
  await retentionRunModel(portal).create({ started_at: now, ended_at: new Date(), deleted, failed });
  await scheduleModel(portal).updateOne(
    { _id: 'retention' },
    { $set: { due_at: new Date(now.getTime() + dayMs) } },
  );
  log.info('retention done', { count: deleted.reduce((sum, { count }) => sum + count, 0) });
  return true;
}

async function takeLease(portal: Connection, now: Date): Promise<boolean> {
  const { modifiedCount } = await scheduleModel(portal).updateOne(
    { _id: 'retention', due_at: trusted({ $lte: now }) },
    { $set: { due_at: new Date(now.getTime() + leaseMs) } },
  );
  return modifiedCount === 1;
}

async function deleteBy(
  { collection, days, over }: RetentionRule,
  { portal, settings }: Pick<Needs, 'portal' | 'settings'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - days(settings) * dayMs);
  const { deletedCount } = await portal.collection(collection).deleteMany(over(before));
  return deletedCount;
}
