import type { Decision } from '@claimdesk/forms/define-intake';
import { type ClientSession, isValidObjectId, trusted } from 'mongoose';
import type { Session } from '#api/accounts/sessions.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { inContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { notFound, showSubmission } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { decisions, type SubmissionStatus, statuses } from './submission-status.ts';

interface Review {
  id: string;
  decision: Decision;
  /** The status that the reviewer was shown; a page from before an upgrade does not say it. */
  seen?: SubmissionStatus | undefined;
}

interface ReviewContext {
  deps: Pick<Deps, 'payload' | 'portal' | 'keys' | 'content' | 'log'>;
  staff: Pick<Session, 'userId'>;
}

/**
 * Approves or rejects a submission, and does what its kind does on approval in the same transaction: either all of it
 * happens or nothing.
 *
 * @throws DomainError `not-found`; `conflict` when the current status does not allow the decision or is not the one that
 * the reviewer saw, or when the answers that approval needs can't be read; what the kind's approval throws.
 */
export async function decide(kind: SubmissionKind, review: Review, context: ReviewContext): Promise<void> {
  const { deps } = context;
  const { approval } = kind;
  if (review.decision !== 'approved' || !approval) return setStatus(kind, review, context);
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

/**
 * Sets the status and records who did it and when. The only writer of `status` after arrival. An unseen
 * decision is never overwritten: of two simultaneous ones, the second is refused and shown the first.
 *
 * @throws DomainError as `decide`.
 */
export async function setStatus(
  kind: SubmissionKind,
  { id, decision, seen }: Review,
  { deps, staff }: { deps: Pick<Deps, 'portal'>; staff: ReviewContext['staff'] },
  session?: ClientSession,
): Promise<void> {
  const model = kind.collection.model(deps.portal);
  if (!isValidObjectId(id) || !decisions.includes(decision)) throw notFound(kind);
  const from = statuses.filter((status) => kind.mayBecome(status, decision) && (!seen || status === seen));
  const { matchedCount } = await model.updateOne(
    { _id: id, status: trusted({ $in: from }) },
    { $set: { status: decision, reviewed_by: staff.userId, reviewed_at: new Date() } },
    { session },
  );
  if (matchedCount === 1) return;
  const found = await model.findOne({ _id: id }, { status: 1, reviewed_by: 1 }, { session }).lean();
  if (!found) throw notFound(kind);
  const who =
    found.reviewed_by && (await readStaffNames([found.reviewed_by], deps.portal)).get(found.reviewed_by);
  const is = `This ${kind.noun} is already ${kind.statuses[found.status].toLowerCase()}.`;
  const again = kind.mayBecome(found.status, decision) ? 'Decide again if you still want to.' : '';
  throw new DomainError('conflict', [is, who && `Decided by ${who}.`, again].filter(Boolean).join(' '));
}
