import { isValidObjectId, type mongo, trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { notFound } from './list-submissions.ts';
import { submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { type Decision, decisions, statuses } from './submission-status.ts';

export interface Review {
  id: string;
  decision: Decision;
  /** The id of the staff member who decides. */
  reviewer: string;
}

/**
 * Sets a submission to approved or rejected and records who did it and when. The only writer of `status` after arrival;
 * of two simultaneous decisions, the second is refused if the first leaves a status that does not allow it.
 *
 * @throws DomainError `not-found`, or `conflict` when the current status does not allow the decision.
 */
export async function decide(
  kind: SubmissionKind,
  { id, decision, reviewer }: Review,
  { portal }: Pick<Deps, 'portal'>,
  session?: mongo.ClientSession,
): Promise<void> {
  const model = submissionModel(kind, portal);
  if (!isValidObjectId(id) || !decisions.includes(decision)) throw notFound(kind);
  const from = statuses.filter((status) => kind.mayBecome(status, decision));
  const { matchedCount } = await model.updateOne(
    { _id: id, status: trusted({ $in: from }) },
    { $set: { status: decision, reviewed_by: reviewer, reviewed_at: new Date() } },
    { session },
  );
  if (matchedCount === 1) return;
  const found = await model.findOne({ _id: id }, { status: 1 }, { session }).lean();
  if (!found) throw notFound(kind);
  throw new DomainError('conflict', `This ${kind.noun} is already ${found.status}.`);
}
