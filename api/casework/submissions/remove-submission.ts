import { forgetAttemptsAt } from '#api/casework/attempts/attempt.model.ts';
import { recordRemoval } from '#api/casework/removals/record-removal.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Reading } from '#api/platform/deps.ts';
import { endInvitation } from './invite-to-sign.ts';
import { notFound } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

interface RemovalContext {
  deps: Reading;
  staff: { userId: string };
}

/**
 * Deletes a submission for good, whatever was decided about it: its sender asked for that, or never meant to send it. What
 * approving it made, an entry of the directory, stays.
 *
 * @throws DomainError `not-found`.
 */
export async function removeSubmission(
  kind: SubmissionKind,
  { id, reason }: { id: string; reason: string },
  { deps, staff: { userId: staff } }: RemovalContext,
): Promise<void> {
  const { portal, log } = deps;
  await inTransaction(portal, async (session) => {
    const record = await kind.collection
      .model(portal)
      .findOne({ _id: id }, { reference: 1, invitation: 1 }, { session })
      .lean<Pick<Submission, '_id' | 'reference' | 'invitation'>>();
    if (!record) throw notFound(kind);
    await kind.collection.remove(portal, { _id: record._id }, session);
    await endInvitation(record.invitation, portal, session);
    await forgetAttemptsAt(record._id, { portal, session });
    await recordRemoval({ kind: kind.name, record, reason, staff }, deps, session);
  });
  log.info('submission removed', { staff, kind: kind.name });
}
