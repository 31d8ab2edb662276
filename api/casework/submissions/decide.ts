import type { Session } from '#api/accounts/sessions.ts';
import { inContentTransaction } from '#api/platform/database/content-transaction.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { showSubmission } from './list-submissions.ts';
import { type Rejecting, reject } from './reject.ts';
import { setStatus } from './set-status.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

interface ReviewContext {
  deps: Pick<Deps, 'payload' | 'portal' | 'keys' | 'content' | 'log' | 'readFirm'>;
  staff: Pick<Session, 'userId'>;
}

/**
 * Approves or rejects a submission, and does what its kind does on approval in the same transaction: either all of it
 * happens or nothing.
 *
 * @throws DomainError as `setStatus`; `conflict` when the answers that approval needs can't be read; what the kind's approval
 * throws; as `reject`.
 */
export async function decide(kind: SubmissionKind, review: Rejecting, context: ReviewContext): Promise<void> {
  const { deps } = context;
  const { approval } = kind;
  if (review.decision === 'rejected') return reject(kind, review, context);
  if (!approval) {
    await inTransaction(deps.portal, (session) => setStatus(kind, review, context, session));
    return;
  }
  await inContentTransaction(deps, async (transaction) => {
    const { session } = transaction;
    await setStatus(kind, review, context, session);
    const approved = await kind.collection
      .model(deps.portal)
      .findOne({ _id: review.id }, null, { session })
      .lean<Submission>()
      .orFail();
    const { answers, isDamaged } = await showSubmission(kind, approved, deps);
    if (isDamaged)
      throw new DomainError(
        'conflict',
        `A part of this ${kind.noun} can't be read any more, so nothing was changed.`,
      );
    await approval.inSameTransaction({ id: review.id, answers }, deps, transaction);
  });
  approval.afterwards(deps);
}
