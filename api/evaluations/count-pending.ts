import type { Deps } from '../connect.ts';
import { evaluationModel } from './evaluation.model.ts';

/** Counting stops here: from a hundred on, the exact number helps nobody and costs time. */
const countAtMost = 100;

/** @returns how many evaluations wait for review: exact below 100, else 99 and `more`. */
export async function countPending({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; more: boolean }> {
  const found = await evaluationModel(portal).countDocuments({ status: 'pending' }, { limit: countAtMost });
  return { count: Math.min(found, countAtMost - 1), more: found >= countAtMost };
}
