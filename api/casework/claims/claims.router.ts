import { z } from 'zod';
import { clientProcedure } from '#api/accounts/procedures.ts';
import { enterClientLetter } from '#api/casework/matters/client-letter.ts';
import { router } from '#api/platform/trpc.ts';
import { readClaim } from './read-claim.ts';

export const claimsRouter = router({
  mine: clientProcedure.query(({ ctx }) => readClaim(ctx.client.userId, ctx.deps)),

  /** What the client says of a letter from Social Security: its day counts at once. */
  enterLetter: clientProcedure
    .meta({
      area: 'Client portal: claim',
      audit: ['byClients', 'Told of a letter'],
      tells: 'claims.enterLetter',
    })
    .input(z.strictObject({ answers: z.record(z.string().max(60), z.unknown()) }))
    .mutation(({ ctx, input: { answers } }) =>
      enterClientLetter({ client: ctx.client.userId, answers }, ctx.deps),
    ),
});
