import type { Decision } from '@claimdesk/forms/define-intake';
import { type ClientSession, isValidObjectId, trusted } from 'mongoose';
import type { Session } from '#api/accounts/sessions.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { withdrawEmail } from '#api/platform/email/enqueue.ts';
import { notFound } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { decisions, type SubmissionStatus, statuses } from './submission-status.ts';

export interface Review {
  id: string;
  decision: Decision;
  /** The status that the reviewer was shown. Left out, as by a page from before an upgrade, only a pending one is decided. */
  seen?: SubmissionStatus | undefined;
}

/**
 * Sets the status and records who did it and when, in the caller's transaction. The only writer of `status` after arrival but
 * `takeBack`. An unseen decision is never overwritten: of two simultaneous ones, the second is refused and shown the first. A letter
 * about the decision before that has not gone out never does.
 *
 * @returns the submission as it was before.
 * @throws DomainError `not-found`; `conflict` when the current status does not allow the decision or is not the one that
 * the reviewer saw.
 */
export async function setStatus(
  kind: SubmissionKind,
  { id, decision, seen = 'pending' }: Review,
  { deps: { portal }, staff }: { deps: Pick<Deps, 'portal'>; staff: Pick<Session, 'userId'> },
  session: ClientSession,
): Promise<Submission> {
  const model = kind.collection.model(portal);
  if (!isValidObjectId(id) || !decisions.includes(decision)) throw notFound(kind);
  const from = statuses.filter((status) => kind.mayBecome(status, decision) && status === seen);
  const before = await model
    .findOneAndUpdate(
      { _id: id, status: trusted({ $in: from }) },
      {
        $set: { status: decision, reviewed_by: staff.userId, reviewed_at: new Date() },
        $unset: { rejection: 1 },
      },
      { session },
    )
    .lean<Submission>();
  if (before) {
    if (before.rejection?.letter) await withdrawEmail(before.rejection.letter, { portal, session });
    return before;
  }
  const found = await model.findOne({ _id: id }, { status: 1, reviewed_by: 1 }, { session }).lean();
  if (!found) throw notFound(kind);
  const who = found.reviewed_by && (await readStaffNames([found.reviewed_by], portal)).get(found.reviewed_by);
  const is = `This ${kind.noun} is already ${kind.statuses[found.status].toLowerCase()}.`;
  const again = kind.mayBecome(found.status, decision) ? 'Decide again if you still want to.' : '';
  throw new DomainError('conflict', [is, who && `Decided by ${who}.`, again].filter(Boolean).join(' '));
}
