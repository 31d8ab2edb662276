import type { QueueName } from '@claimdesk/forms/intakes';
import { z } from 'zod';
import { adminProcedure, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { router } from '#api/platform/trpc.ts';
import { countPending } from './count-pending.ts';
import { decide } from './decide.ts';
import { listSubmissions, readSubmission } from './list-submissions.ts';
import { renderSubmission } from './render-submission.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { decisions } from './submission-status.ts';

const submissionId = z.string().regex(/^[0-9a-f]{24}$/);

/** The procedures that staff review a kind of submissions with. */
export function queueProcedures(kind: SubmissionKind) {
  return {
    list: adminProcedure
      .input(listShape)
      .query(({ ctx, input }) => readList(input, ctx, (request) => listSubmissions(kind, request, ctx))),

    detail: adminProcedure
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => readSubmission(kind, input, ctx)),

    /** The record as a PDF. */
    print: adminProcedure
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => renderSubmission(kind, input, ctx)),

    /** Approves or rejects it. */
    decide: adminProcedure
      .input(z.strictObject({ id: submissionId, decision: z.enum(decisions) }))
      .mutation(({ ctx, input }) => decide(kind, input, ctx)),

    /** How many are waiting for a decision, for the dashboard. */
    pending: unrecordedAdminProcedure.query(({ ctx }) => countPending(kind, ctx)),
  };
}

const queueRouter = (kind: SubmissionKind) => router(queueProcedures(kind));

/** The procedures that staff review with, by the name of the queue. What is sent comes through `intake.save`. */
export const queueRouters = Object.fromEntries(
  Object.entries(submissionKinds).map(([name, kind]) => [name, queueRouter(kind)]),
) as Record<QueueName, ReturnType<typeof queueRouter>>;
