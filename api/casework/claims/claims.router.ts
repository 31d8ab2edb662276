import { clientProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { readClaim } from './read-claim.ts';

export const claimsRouter = router({
  mine: clientProcedure.query(({ ctx }) => readClaim(ctx.client.userId, ctx.deps)),
});
