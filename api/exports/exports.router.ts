import { z } from 'zod';
import { adminProcedure, router } from '../trpc.ts';
import { exportKinds, exportSubmissions, formats } from './export-submissions.ts';

const day = z.string().max(10);

export const exportsRouter = router({
  /**
   * Everything of one kind that arrived in a range of days, as the text of a file in pieces. In the product's pages it
   * is called in process; over HTTP it needs a client that reads streams.
   */
  make: adminProcedure
    .input(
      z.strictObject({
        kind: z.enum(Object.keys(exportKinds) as (keyof typeof exportKinds)[]),
        format: z.enum(formats),
        from: day,
        to: day,
        password: z.string().max(200),
      }),
    )
    .mutation(({ ctx, input }) =>
      exportSubmissions(input, { staffId: ctx.staff.userId, address: ctx.address }, ctx.deps),
    ),
});
