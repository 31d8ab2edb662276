import { isValidObjectId, trusted } from 'mongoose';
import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { evaluationModel } from './evaluation.model.ts';
import { type Decision, decisions, mayBecome, statuses } from './evaluation-status.ts';

/**
 * Sets an evaluation to approved or rejected and keeps who did it and when (SPEC section 4). The only writer of `status`
 * after arrival.
 *
 * @throws DomainError `not-found`, or `conflict` when it already has that status.
 */
export async function reviewEvaluation(
  { id, decision, reviewer }: { id: string; decision: Decision; reviewer: string },
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  const model = evaluationModel(portal);
  if (!isValidObjectId(id) || !decisions.includes(decision)) throw notFound();
  const from = statuses.filter((status) => mayBecome(status, decision));
  const { matchedCount } = await model.updateOne(
    { _id: id, status: trusted({ $in: from }) },
    { $set: { status: decision, reviewed_by: reviewer, reviewed_at: new Date() } },
  );
  if (matchedCount === 1) return;
  if (!(await model.exists({ _id: id }))) throw notFound();
  throw new DomainError('conflict', `This case evaluation is already ${decision}.`);
}

function notFound(): DomainError {
  return new DomainError('not-found', 'This case evaluation was not found.');
}
