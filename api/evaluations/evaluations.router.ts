import { z } from 'zod';
import { hashSecret } from '../keys/fingerprint.ts';
import { longestProof } from '../robots/challenge.ts';
import { refuseRobots } from '../robots/refuse-robots.ts';
import { decide } from '../submissions/decide.ts';
import { queueProcedures, submissionId } from '../submissions/queue-procedures.ts';
import { decisions } from '../submissions/submission-status.ts';
import { adminProcedure, publicProcedure, router } from '../trpc.ts';
import { evaluations } from './evaluations.ts';
import { submitEvaluation } from './submit-evaluation.ts';

export const evaluationsRouter = router({
  /** For clients of the API; the pages send through `intake.save`, which ends in the same verb. */
  submit: publicProcedure
    .input(
      z.strictObject({
        key: z.uuid(),
        /** The solved `intake.challenge` of this form. */
        proof: z.string().max(longestProof),
        answers: z.record(z.string().max(60), z.unknown()),
      }),
    )
    .mutation(async ({ ctx, input: { answers, proof, ...input } }) => {
      const key = hashSecret(input.key);
      const sending = { purpose: 'case-evaluation', proof, trap: '', openMs: undefined, by: key };
      await refuseRobots(sending, ctx);
      await ctx.deps.limits.reserve('publicForm', ctx.address);
      return submitEvaluation({ answers, key }, ctx.deps);
    }),

  ...queueProcedures(evaluations),

  review: adminProcedure
    .input(z.strictObject({ id: submissionId, decision: z.enum(decisions) }))
    .mutation(({ ctx, input }) => decide(evaluations, { ...input, reviewer: ctx.staff.userId }, ctx.deps)),
});
