import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { decide } from '#api/casework/submissions/decide.ts';
import { queueProcedures, submissionId } from '#api/casework/submissions/queue-procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { applications } from './applications.ts';
import { approveApplication } from './approve-application.ts';

const chosen = z.strictObject({ id: submissionId });

/** Applications are submitted through `intake.save`. */
export const applicationsRouter = router({
  ...queueProcedures(applications),

  approve: adminProcedure
    .input(chosen)
    .mutation(({ ctx, input }) => approveApplication({ ...input, reviewer: ctx.staff.userId }, ctx.deps)),

  reject: adminProcedure
    .input(chosen)
    .mutation(({ ctx, input }) =>
      decide(applications, { ...input, decision: 'rejected', reviewer: ctx.staff.userId }, ctx.deps),
    ),
});
