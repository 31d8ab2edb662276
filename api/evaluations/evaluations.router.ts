import { tracked } from '@trpc/server';
import { z } from 'zod';
import { hashSecret } from '../keys/fingerprint.ts';
import { adminProcedure, publicProcedure, router } from '../trpc.ts';
import { countPending } from './count-pending.ts';
import { decisions } from './evaluation-status.ts';
import { followChanges } from './follow-changes.ts';
import { listEvaluations, readEvaluation } from './list-evaluations.ts';
import { reviewEvaluation } from './review-evaluation.ts';
import { submitEvaluation } from './submit-evaluation.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);

export const evaluationsRouter = router({
  /** For clients of the API; the pages send through `intake.save`, which ends in the same verb. */
  submit: publicProcedure
    .input(z.strictObject({ key: z.uuid(), answers: z.record(z.string().max(60), z.unknown()) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limits.reserve('publicForm', ctx.address);
      return submitEvaluation({ answers: input.answers, key: hashSecret(input.key) }, ctx.deps);
    }),

  list: adminProcedure
    .input(
      z.strictObject({
        cursor: z.string().max(60).nullish(),
        /** React Query names the way that it pages; there is only one here. */
        direction: z.literal('forward').optional(),
      }),
    )
    .query(({ ctx, input }) => listEvaluations({ after: input.cursor ?? undefined }, ctx.deps)),

  detail: adminProcedure
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readEvaluation(input.id, ctx.deps)),

  review: adminProcedure
    .input(z.strictObject({ id, decision: z.enum(decisions) }))
    .mutation(({ ctx, input }) => reviewEvaluation({ ...input, reviewer: ctx.staff.userId }, ctx.deps)),

  /** How many wait for a decision: the number on the dashboard. */
  pending: adminProcedure.query(({ ctx }) => countPending(ctx.deps)),

  /** Tells an open staff screen that something arrived or changed; the screen then reads what it may see. */
  changes: adminProcedure
    .input(z.strictObject({ lastEventId: z.string().max(60).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      // After a break the screen can't know what it missed, so it is told to read again at once.
      if (input?.lastEventId) yield tracked(eventId(), { id: 'unknown' });
      for await (const changed of followChanges(ctx, signal)) yield tracked(eventId(), { id: changed });
    }),
});

function eventId(): string {
  return String(Date.now());
}
