import { staffProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { readReports } from './read-reports.ts';

export const reportsRouter = router({
  /** Counts of what arrived and of what became of it, without anybody's data. */
  read: staffProcedure
    .meta({ audit: ['lists', 'Read the reports'] })
    .query(({ ctx }) => readReports(ctx.deps)),
});
