import { unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { lastRun, readRetention } from './list-runs.ts';

export const retentionRouter = router({
  report: unrecordedAdminProcedure.query(({ ctx }) => readRetention(ctx.deps)),

  /** For the dashboard. */
  last: unrecordedAdminProcedure.query(({ ctx }) => lastRun(ctx.deps)),
});
