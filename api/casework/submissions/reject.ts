import type { RejectionReason } from '@claimdesk/forms/define-intake';
import type { Answers } from '@claimdesk/forms/definition';
import type { Session } from '#api/accounts/sessions.ts';
import { lastResults } from '#api/casework/attempts/attempt.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { EmailParts } from '#api/platform/email/email-parts.ts';
import { enqueue, withdrawEmail } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { readAnswers } from './encrypted-answers.ts';
import { findSubmission, notFound } from './list-submissions.ts';
import { rejectionLetter } from './rejection-letter.ts';
import { type Review, setStatus } from './set-status.ts';
import type { Rejection, Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** How long a rejection can be taken back, and its letter waits. */
const takeBackMs = 10 * 60_000;

export interface Rejecting extends Review {
  reason?: RejectionReason | undefined;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log' | 'readFirm'>;

/**
 * Rejects a submission and, in the same transaction, queues the letter to its sender, if its kind has one and the sender gave an
 * address. The letter waits in the outbox until the rejection can't be taken back any more.
 *
 * @throws DomainError as `setStatus`; `bad-input` without the reason that the kind asks for.
 */
export async function reject(
  kind: SubmissionKind,
  review: Rejecting,
  context: { deps: Dependencies; staff: Pick<Session, 'userId'> },
): Promise<void> {
  const { deps } = context;
  const { portal, keys } = deps;
  const reason = kind.rejection && requireReason(review.reason);
  const submission = await findSubmission(kind, review.id, deps);
  const letter = await letterTo(kind, submission, deps);
  const ring = await keys.for(submission._id);
  await inTransaction(portal, async (session) => {
    const until = new Date(Date.now() + takeBackMs);
    const { _id, reference, status, reviewed_by, reviewed_at } = await setStatus(
      kind,
      review,
      context,
      session,
    );
    const rejection: Rejection = {
      until,
      before: { status, ...(reviewed_by && { reviewed_by }), ...(reviewed_at && { reviewed_at }) },
      ...(reason && { reason: kind.collection.encrypt(ring, _id, 'rejection.reason', reason) }),
      ...(letter && {
        letter: await enqueue(
          { kind: 'evaluation-declined', to: letter.to, ...writeEmail(letter.parts) },
          { portal, keys, session },
          { reference, dueAt: until },
        ),
      }),
    };
    await kind.collection.model(portal).updateOne({ _id }, { $set: { rejection } }, { session });
  });
}

/**
 * Takes a rejection back, and its letter with it: it is what it was before. A letter that a process has begun to send decides, so that
 * nobody is told no about what goes on.
 *
 * @throws DomainError `not-found`; `conflict` when it is not rejected, when its letter has gone out, and without a letter when ten
 * minutes have passed.
 */
export async function takeBack(
  kind: SubmissionKind,
  { id }: { id: string },
  { deps: { portal } }: { deps: Pick<Deps, 'portal'> },
): Promise<void> {
  const model = kind.collection.model(portal);
  await inTransaction(portal, async (session) => {
    const found = await model.findOne({ _id: id }, null, { session }).lean<Submission>();
    if (!found) throw notFound(kind);
    const { status, rejection } = found;
    if (status !== 'rejected' || !rejection)
      throw new DomainError('conflict', `There is nothing to take back about this ${kind.noun}.`);
    const { letter, until, before } = rejection;
    if (letter ? !(await withdrawEmail(letter, { portal, session })) : until <= new Date())
      throw new DomainError('conflict', letter ? sentWords : lateWords);
    const { reviewed_by, reviewed_at } = before;
    const $unset = {
      rejection: 1,
      ...(reviewed_by ? {} : { reviewed_by: 1 }),
      ...(reviewed_at ? {} : { reviewed_at: 1 }),
    } as const;
    await model.updateOne({ _id: found._id }, { $set: before, $unset }, { session });
  });
}

const sentWords =
  'The letter has gone out, so this can’t be taken back any more. If it was a mistake, decide again, and call the sender.';
const lateWords = 'It was rejected more than ten minutes ago, so this can’t be taken back any more.';

/** What staff see before they reject. */
export interface RejectionPreview {
  /** Null where none goes out. */
  letter: (Pick<EmailParts, 'subject' | 'heading' | 'paragraphs'> & { to: string }) | null;
  /** The reason that answers and calls suggest. */
  suggested: RejectionReason | null;
}

/** @throws DomainError `not-found`, also for a kind that is rejected without a reason. */
export async function previewRejection(
  kind: SubmissionKind,
  { id }: { id: string },
  { deps }: { deps: Dependencies },
): Promise<RejectionPreview> {
  const { rejection } = kind;
  if (!rejection) throw notFound(kind);
  const submission = await findSubmission(kind, id, deps);
  const letter = await letterTo(kind, submission, deps);
  const answers = (await readAnswers(kind.collection, submission, deps)) ?? {};
  const { last_result } = submission;
  const byAnswers = rejection.suggests.find(({ when }) => answers[when.field] === when.is)?.reason ?? null;
  const { subject, heading, paragraphs } = letter?.parts ?? {};
  return {
    letter:
      letter && subject && heading && paragraphs ? { to: letter.to, subject, heading, paragraphs } : null,
    suggested: last_result && lastResults.includes(last_result) ? 'could not be reached' : byAnswers,
  };
}

function requireReason(reason: RejectionReason | undefined): RejectionReason {
  if (reason) return reason;
  const message = 'Choose the reason. Only staff see it';
  throw new DomainError('bad-input', message, { fields: { reason: message } });
}

/** @returns undefined where the kind has no letter, and where the sender has no address or it can't be read. */
async function letterTo(
  kind: SubmissionKind,
  submission: Submission,
  deps: Dependencies,
): Promise<{ to: string; parts: EmailParts } | undefined> {
  if (!kind.rejection) return undefined;
  const answers: Answers = (await readAnswers(kind.collection, submission, deps)) ?? {};
  if (typeof answers.email !== 'string' || !answers.email) return undefined;
  const firm = await deps.readFirm();
  return { to: answers.email, parts: rejectionLetter(kind.rejection.subject, submission, answers, firm) };
}
