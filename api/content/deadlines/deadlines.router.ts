import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { countDeadline } from './count-deadline.ts';

const part = z.string().max(20);
const letter = z.strictObject({ month: part, day: part, year: part });

export const deadlinesRouter = router({
  /** The last day to appeal a decision, from the date on its letter. */
  appeal: publicProcedure
    .input(z.strictObject({ letter }))
    .query(({ ctx, input }) => countDeadline(input.letter, ctx.deps)),
});
