import { z } from 'zod';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { queueProcedures } from '#api/casework/submissions/queue-procedures.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { longestProof } from '#api/platform/robots/challenge.ts';
import { refuseRobots } from '#api/platform/robots/refuse-robots.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';

export const evaluationsRouter = router({
  /** For API clients; the pages submit through `intake.save`, which calls the same function. */
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
      const sending = { purpose: 'case-evaluation', proof, honeypot: '', openMs: undefined, by: key };
      await refuseRobots(sending, ctx);
      await ctx.deps.limits.reserve(caseworkLimits.publicForm, ctx.address);
      return submissionHandlers['case-evaluation'].submit({ answers, key }, ctx);
    }),

  ...queueProcedures(submissionKinds.evaluations),
});
