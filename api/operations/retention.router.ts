import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { listRemovals } from '#api/casework/removals/record-removal.ts';
import { router } from '#api/platform/trpc.ts';
import { lastRun, readRetention } from './list-runs.ts';

export const retentionRouter = router({
  report: unrecordedStaffProcedure.meta({ audience: 'admins' }).query(({ ctx }) => readRetention(ctx.deps)),

  /** What staff deleted one by one, and why. */
  removals: adminProcedure
    .meta({ audit: ['lists', 'Read what was deleted on request'] })
    .query(({ ctx }) => listRemovals(ctx.deps)),

  /** For the dashboard. */
  last: unrecordedStaffProcedure.meta({ audience: 'admins' }).query(({ ctx }) => lastRun(ctx.deps)),
});
