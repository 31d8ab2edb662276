import { type Connection, trusted } from 'mongoose';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import type { Dated } from '#api/platform/database/cursor.ts';

/**
 * @returns those who are called, in the order of `findNextToCall`: whom nobody promised a time, whose promised time or time to be called
 * again comes first, who is called again later, and who waits for a decision alone.
 */
export function callOrder(now = new Date()): Dated[][] {
  const pending = { status: 'pending' };
  const called = { ...pending, attempts: trusted({ $gte: 1 }) };
  return [
    [{ condition: { ...pending, attempts: null, call_by: null }, field: 'created_at' }],
    [
      { condition: { ...pending, attempts: null, call_by: trusted({ $exists: true }) }, field: 'call_by' },
      { condition: { ...pending, call_again_at: trusted({ $lte: now }) }, field: 'call_again_at' },
    ],
    [{ condition: { ...pending, call_again_at: trusted({ $gt: now }) }, field: 'call_again_at' }],
    [{ condition: { ...called, call_again_at: null }, field: 'created_at' }],
  ];
}

/**
 * @param of a member of staff, for what is theirs or nobody's; null for everybody's.
 * @returns whose senders are to be called now or next: by their promised time, those without one first, or by the time to be called
 * again, once that has come.
 */
export async function findToCall(
  { collection }: Pick<SubmissionKind, 'collection'>,
  { of, most }: { of: string | null; most: number },
  portal: Connection,
  now = new Date(),
): Promise<Submission[]> {
  const reads = waitConditions(of, now).map(({ condition, field }) =>
    collection
      .model(portal)
      .find(condition, { search_tokens: 0 })
      .sort({ [field]: 1, _id: 1 })
      .limit(most)
      .lean<Submission[]>(),
  );
  const [fresh = [], again = []] = await Promise.all(reads);
  const timed = [
    ...fresh.map((row) => ({ row, at: Number(row.call_by ?? 0) })),
    ...again.map((row) => ({ row, at: Number(row.call_again_at) })),
  ];
  return timed
    .sort((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ row }) => row);
}

/** @returns how many `findToCall` would find, counted up to `most` of either kind. */
export async function countToCall(
  { collection }: Pick<SubmissionKind, 'collection'>,
  { of, most }: { of: string | null; most: number },
  portal: Connection,
  now = new Date(),
): Promise<number> {
  const counts = await Promise.all(
    waitConditions(of, now).map(({ condition }) =>
      collection.model(portal).countDocuments(condition).limit(most),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** @returns the id of the submission that a member of staff calls about next; null where nobody waits. */
export async function findNextToCall(
  kind: SubmissionKind,
  staff: string,
  portal: Connection,
  now = new Date(),
): Promise<string | null> {
  const [next] = await findToCall(kind, { of: staff, most: 1 }, portal, now);
  return next?._id.toHexString() ?? null;
}

/** Who has not been called, and who is to be called again: each of these reads one index. */
function waitConditions(of: string | null, now: Date) {
  const waits = { status: 'pending', ...(of !== null && { owner: trusted({ $in: [of, null] }) }) } as const;
  return [
    { condition: { ...waits, attempts: null }, field: 'call_by' },
    { condition: { ...waits, call_again_at: trusted({ $lte: now }) }, field: 'call_again_at' },
  ] as const;
}
