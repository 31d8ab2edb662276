import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { retentionRules } from './retention-rules.ts';
import { retentionRunsCollection } from './retention-run.model.ts';

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
  log.info('retention done', { count: deleted.reduce((sum, { count }) => sum + count, 0) });
}
