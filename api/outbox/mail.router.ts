import { z } from 'zod';
import { adminProcedure, router } from '../trpc.ts';
import { countMailTroubles, listMailTroubles } from './mail-troubles.ts';
import { giveUpMail, retryAllMail, retryMail } from './settle-mail.ts';

const one = z.strictObject({ id: z.string().regex(/^[0-9a-f]{24}$/) });

export const mailRouter = router({
  /** Letters that were not sent, without a word of what is in them. */
  troubles: adminProcedure.query(({ ctx }) => listMailTroubles(ctx.deps.portal)),

  /** How many there are: the number on the dashboard. */
  troubleCount: adminProcedure.query(({ ctx }) => countMailTroubles(ctx.deps.portal)),

  retry: adminProcedure.input(one).mutation(({ ctx, input }) => retryMail(input.id, ctx.deps)),

  retryAll: adminProcedure.mutation(({ ctx }) => retryAllMail(ctx.deps)),

  giveUp: adminProcedure
    .input(one)
    .mutation(({ ctx, input }) => giveUpMail({ id: input.id, staff: ctx.staff.userId }, ctx.deps)),
});
