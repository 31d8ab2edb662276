import { rejectionReasons } from '@claimdesk/forms/define-intake';
import type { QueueName } from '@claimdesk/forms/intakes';
import { z } from 'zod';
import {
  adminProcedure,
  reviewerProcedure,
  staffProcedure,
  unrecordedStaffProcedure,
} from '#api/accounts/procedures.ts';
import { attemptResults } from '#api/casework/attempts/attempt.model.ts';
import { recordAttempt } from '#api/casework/attempts/record-attempt.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { choicesIn } from '#api/platform/audit/audit-details.ts';
import { reason, recordId as submissionId } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { assign } from './assign.ts';
import { countPending } from './count-pending.ts';
import { decide } from './decide.ts';
import { inviteToSign } from './invite-to-sign.ts';
import { listSubmissions, readSubmission } from './list-submissions.ts';
import { previewRejection, takeBack } from './reject.ts';
import { removeSubmission } from './remove-submission.ts';
import { renderSubmission } from './render-submission.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { decisions, statuses } from './submission-status.ts';

/** The account of the shared password has a word for an id. */
const staffId = z.string().max(40);

const untold = 'Its sender may have no account to be told in.';

/** The procedures that staff review a kind of submissions with. */
export function queueProcedures(kind: SubmissionKind) {
  const area = kind.heading;
  return {
    list: staffProcedure
      .meta({ area, audit: ['lists', 'Read the list'] })
      .input(listShape)
      .query(({ ctx, input }) => readList(input, ctx, (request) => listSubmissions(kind, request, ctx))),

    detail: staffProcedure
      .meta({ area, audit: ['looks', 'Opened'], page: kind.page, untold })
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => readSubmission(kind, input, ctx)),

    print: staffProcedure
      .meta({ area, audit: ['files', 'Made a PDF'], untold })
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => renderSubmission(kind, input, ctx)),

    /** What rejecting it would mail to its sender, and which reason its answers suggest. */
    rejection: reviewerProcedure
      .meta({ area, audit: ['looks', 'Read the letter of a rejection'], page: kind.page, untold })
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => previewRejection(kind, input, ctx)),

    /** Approves or rejects it, unless its status is no longer the one that was `seen`. */
    decide: reviewerProcedure
      .meta({
        area,
        audit: ['decisions', 'Decided'],
        details: (input) => choicesIn(input, { decision: decisions }),
      })
      .input(
        z.strictObject({
          id: submissionId,
          decision: z.enum(decisions),
          seen: z.enum(statuses).optional(),
          reason: z.enum(rejectionReasons).optional(),
        }),
      )
      .mutation(({ ctx, input }) => decide(kind, input, ctx)),

    /** Undoes a rejection, with the letter that has not gone out. */
    takeBack: reviewerProcedure
      .meta({ area, audit: ['decisions', 'Took a rejection back'] })
      .input(z.strictObject({ id: submissionId }))
      .mutation(({ ctx, input }) => takeBack(kind, input, ctx)),

    /** Mails its sender a link to the contract, with what is known filled in. Approves one that is pending. */
    inviteToSign: reviewerProcedure
      .meta({ area, audit: ['decisions', 'Invited to sign'] })
      .input(z.strictObject({ id: submissionId, seen: z.enum(statuses) }))
      .mutation(({ ctx, input }) => inviteToSign(kind, input, ctx)),

    /** Records a call to its sender. @returns who is called next. */
    recordAttempt: reviewerProcedure
      .meta({
        area,
        audit: ['changes', 'Recorded a call'],
        details: (input) => choicesIn(input, { result: attemptResults }),
      })
      .input(
        z.strictObject({
          id: submissionId,
          key: z.uuid(),
          result: z.enum(attemptResults),
          again: z.string().max(16).optional(),
        }),
      )
      .mutation(({ ctx, input }) => recordAttempt(kind, input, ctx)),

    /** Gives it to the caller, to a colleague or to nobody. */
    assign: reviewerProcedure
      .meta({ area, audit: ['changes', 'Chose who works on it'] })
      .input(z.strictObject({ id: submissionId, owner: staffId.nullable(), seen: staffId.nullable() }))
      .mutation(({ ctx, input }) => assign(kind, input, ctx)),

    /** Deletes it for good. */
    remove: adminProcedure
      .meta({ area, audit: ['changes', 'Deleted an entry'], confirmed: true })
      .input(z.strictObject({ id: submissionId, reason }))
      .mutation(({ ctx, input }) => removeSubmission(kind, input, ctx)),

    /** How many are waiting for a decision, for the dashboard. */
    pending: unrecordedStaffProcedure.query(({ ctx }) => countPending(kind, ctx)),
  };
}

const queueRouter = (kind: SubmissionKind) => router(queueProcedures(kind));

/** @returns the procedures for review, by the name of the queue. Submissions arrive through `intake.save`. */
export function makeQueueRouters(kinds: Record<QueueName, SubmissionKind>) {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, queueRouter(kind)])) as Record<
    QueueName,
    ReturnType<typeof queueRouter>
  >;
}
