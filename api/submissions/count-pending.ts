import type { Deps } from '../connect.ts';
import { submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** Counting stops here: from a hundred on, the exact number helps nobody and costs time. */
const countAtMost = 100;

/** @returns how many wait for review: exact below 100, else 99 and `more`. */
export async function countPending(
  kind: SubmissionKind,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ count: number; more: boolean }> {
  const found = await submissionModel(kind, portal).countDocuments(
    { status: 'pending' },
    { limit: countAtMost },
  );
  return { count: Math.min(found, countAtMost - 1), more: found >= countAtMost };
}
