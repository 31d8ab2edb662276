import { type Connection, trusted } from 'mongoose';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import type { Dated } from '#api/platform/database/cursor.ts';

type Due = Pick<Submission, '_id' | 'call_by' | 'call_again_at'>;

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
 * @returns the id of the submission that a member of staff calls about next: of those that are theirs or nobody's, the one whose
 * promised time, or time to be called again, comes first; null where nobody waits.
 */
export async function findNextToCall(
  { collection }: SubmissionKind,
  staff: string,
  portal: Connection,
  now = new Date(),
): Promise<string | null> {
  const first = (condition: Record<string, unknown>, field: 'call_by' | 'call_again_at') =>
    collection
      .model(portal)
      .findOne(
        { status: 'pending', owner: trusted({ $in: [staff, null] }), ...condition },
        { call_by: 1, call_again_at: 1 },
      )
      .sort({ [field]: 1, _id: 1 })
      .lean<Due>();
  const [fresh, again] = await Promise.all([
    first({ attempts: null }, 'call_by'),
    first({ call_again_at: trusted({ $lte: now }) }, 'call_again_at'),
  ]);
  if (!fresh || !again) return (fresh ?? again)?._id.toHexString() ?? null;
  const isFreshFirst = Number(fresh.call_by ?? 0) <= Number(again.call_again_at);
  return (isFreshFirst ? fresh : again)._id.toHexString();
}
