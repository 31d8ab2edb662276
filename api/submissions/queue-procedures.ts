import { z } from 'zod';
import { adminProcedure } from '../trpc.ts';
import { countPending } from './count-pending.ts';
import { listSubmissions, readSubmission } from './list-submissions.ts';
import { printSubmission } from './print-submission.ts';
import type { SubmissionKind } from './submission-kind.ts';

export const submissionId = z.string().regex(/^[0-9a-f]{24}$/);

/** What staff read of each kind; how it is decided is the kind's own. */
export function queueProcedures(kind: SubmissionKind) {
  return {
    list: adminProcedure
      .input(
        z.strictObject({
          cursor: z.string().max(60).nullish(),
          /** React Query names the way that it pages; there is only one here. */
          direction: z.literal('forward').optional(),
        }),
      )
      .query(({ ctx, input }) => listSubmissions(kind, { after: input.cursor ?? undefined }, ctx.deps)),

    detail: adminProcedure
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => readSubmission(kind, input.id, ctx.deps)),

    /** The record as a PDF. */
    print: adminProcedure
      .input(z.strictObject({ id: submissionId }))
      .query(({ ctx, input }) => printSubmission(kind, input.id, ctx.deps)),

    /** How many wait for a decision: the number on the dashboard. */
    pending: adminProcedure.query(({ ctx }) => countPending(kind, ctx.deps)),
  };
}
