import { z } from 'zod';
import { decide } from '../submissions/decide.ts';
import { queueProcedures, submissionId } from '../submissions/queue-procedures.ts';
import { adminProcedure, router } from '../trpc.ts';
import { applications } from './applications.ts';
import { approveApplication } from './approve-application.ts';

const chosen = z.strictObject({ id: submissionId });

/** Applications are sent through `intake.save`. */
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
