import { adminProcedure, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import { listRemovals } from '#api/casework/removals/record-removal.ts';
import { router } from '#api/platform/trpc.ts';
import { lastRun, readRetention } from './list-runs.ts';

export const retentionRouter = router({
  report: unrecordedAdminProcedure.query(({ ctx }) => readRetention(ctx.deps)),

  /** What staff deleted one by one, and why. */
  removals: adminProcedure.query(({ ctx }) => listRemovals(ctx.deps)),

  /** For the dashboard. */
  last: unrecordedAdminProcedure.query(({ ctx }) => lastRun(ctx.deps)),
});
