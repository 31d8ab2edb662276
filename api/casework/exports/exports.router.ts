import type { QueueName } from '@claimdesk/forms/intakes';
import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { router } from '#api/platform/trpc.ts';
import { exportSubmissions, formats } from './export-submissions.ts';

const day = z.string().max(10);

export const exportsRouter = router({
  /**
   * Every submission of one kind in a range of days, as chunks of a text file. The site's pages call it in process; over
   * HTTP it needs a client that reads streams.
   */
  make: adminProcedure
    .input(
      z.strictObject({
        kind: z.enum(Object.keys(submissionKinds) as QueueName[]),
        format: z.enum(formats),
        from: day,
        to: day,
        password: z.string().max(200),
      }),
    )
    .mutation(({ ctx, input }) => exportSubmissions(input, ctx)),
});
