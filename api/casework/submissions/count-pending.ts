import type { Deps } from '#api/platform/deps.ts';
import { urgentCondition } from './appeal-by.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** Counting stops here: above this, the exact number costs time and is of no use. */
const maxCount = 100;

/** @returns how many are waiting for review, and how many of them urgently: exact below 100, else 99 and `more`. */
export async function countPending(
  kind: SubmissionKind,
  { deps: { portal } }: { deps: Pick<Deps, 'portal'> },
): Promise<{ count: number; more: boolean; urgent: number }> {
  const model = kind.collection.model(portal);
  const limit = { limit: maxCount };
  const [found, urgent] = await Promise.all([
    model.countDocuments({ status: 'pending' }, limit),
    kind.letterField ? model.countDocuments(urgentCondition(), limit) : 0,
  ]);
  const shown = (count: number) => Math.min(count, maxCount - 1);
  return { count: shown(found), more: found >= maxCount, urgent: shown(urgent) };
}
