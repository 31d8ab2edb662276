import type { Deps } from '#api/platform/deps.ts';
import { retentionRules } from './retention-rules.ts';
import { type RetentionRun, retentionRunsCollection } from './retention-run.model.ts';

const maxRuns = 30;

export interface RetentionReport {
  rules: { label: string; days: number; since: string }[];
  /** The last 30, the newest first. */
  runs: {
    id: string;
    /** ISO 8601 */
    startedAt: string;
    deleted: { label: string; count: number }[];
    failed: string[];
  }[];
}

/** @returns the rules with this site's settings, and what the last runs deleted. */
export async function readRetention({
  portal,
  settings,
}: Pick<Deps, 'portal' | 'settings'>): Promise<RetentionReport> {
  const runs = await retentionRunsCollection
    .model(portal)
    .find()
    .sort({ started_at: -1 })
    .limit(maxRuns)
    .lean<RetentionRun[]>();
  return {
    rules: retentionRules.map(({ label, days, since }) => ({ label, days: days(settings), since })),
    runs: runs.map(({ _id, started_at, deleted, failed }) => ({
      id: _id.toHexString(),
      startedAt: started_at.toISOString(),
      deleted: deleted
        .filter(({ count }) => count > 0)
        .map(({ rule, count }) => ({ label: labelOf(rule), count })),
      failed: failed.map(labelOf),
    })),
  };
}

/** @returns when the last run started, ISO 8601, or null before the first. */
export async function lastRun({ portal }: Pick<Deps, 'portal'>): Promise<string | null> {
  const [last] = await retentionRunsCollection.model(portal).find().sort({ started_at: -1 }).limit(1).lean();
  return last?.started_at.toISOString() ?? null;
}

/** Old runs may name a rule that no longer exists. */
function labelOf(rule: string): string {
  return retentionRules.find(({ name }) => name === rule)?.label ?? rule;
}
