import { type Connection, trusted } from 'mongoose';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';

type Due = Pick<Submission, '_id' | 'call_by' | 'call_again_at'>;

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
