import type { Deps } from '#api/platform/deps.ts';
import { submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** Counting stops here: above this, the exact number helps nobody and costs time. */
const maxCount = 100;

/** @returns how many are waiting for review: exact below 100, else 99 and `more`. */
export async function countPending(
  kind: SubmissionKind,
  { deps: { portal } }: { deps: Pick<Deps, 'portal'> },
): Promise<{ count: number; more: boolean }> {
  const found = await submissionModel(kind, portal).countDocuments(
    { status: 'pending' },
    { limit: maxCount },
  );
  return { count: Math.min(found, maxCount - 1), more: found >= maxCount };
}
