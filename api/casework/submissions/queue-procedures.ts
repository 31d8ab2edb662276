import type { QueueName } from '@claimdesk/forms/intakes';
import { z } from 'zod';
import {
  adminProcedure,
  reviewerProcedure,
  staffProcedure,
  unrecordedStaffProcedure,
} from '#api/accounts/procedures.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { choicesIn } from '#api/platform/audit/audit-details.ts';
import { reason, recordId as submissionId } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { countPending } from './count-pending.ts';
import { decide } from './decide.ts';
import { listSubmissions, readSubmission } from './list-submissions.ts';
import { removeSubmission } from './remove-submission.ts';
import { renderSubmission } from './render-submission.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { decisions, statuses } from './submission-status.ts';

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
        }),
      )
      .mutation(({ ctx, input }) => decide(kind, input, ctx)),

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
