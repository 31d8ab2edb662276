import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RetentionRule, retentionRules } from './retention-rules.ts';
import { retentionRunModel } from './retention-run.model.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Dependencies = Pick<Deps, 'portal' | 'store' | 'payload' | 'settings' | 'log'>;

/** @returns the job that deletes expired data once a day, at night. */
export function purgeWhenDue(deps: Dependencies): ScheduledJob {
  return { name: 'retention', schedule: { dailyAt: '03:00' }, run: () => purgeExpired(deps, new Date()) };
}

/** Deletes by every rule and records how much. When a rule fails, the others still run; the next run retries it. */
export async function purgeExpired(deps: Dependencies, now: Date): Promise<void> {
  const { portal, log } = deps;
  const deleted: { rule: string; count: number }[] = [];
  const failed: string[] = [];
  for (const rule of retentionRules) {
    try {
      deleted.push({ rule: rule.name, count: await deleteBy(rule, deps, now) });
    } catch (error) {
      failed.push(rule.name);
      log.warn('retention rule failed', { kind: rule.name, error: errorLocation(error) });
    }
  }
  await retentionRunModel(portal).create({ started_at: now, ended_at: new Date(), deleted, failed });
  log.info('retention done', { count: deleted.reduce((sum, { count }) => sum + count, 0) });
}

async function deleteBy(
  rule: RetentionRule,
  { portal, store, payload, settings }: Dependencies,
  now: Date,
): Promise<number> {
  if ('purge' in rule) return rule.purge({ portal, store, payload });
  const before = new Date(now.getTime() - rule.days(settings) * dayMs);
  const { deletedCount } = await portal.collection(rule.collection).deleteMany(rule.expiredFilter(before));
  return deletedCount;
}
