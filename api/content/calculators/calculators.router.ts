import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { estimateBackPay, estimateSsi, findLastInsured } from './estimate.ts';
import { mostCharacters } from './read-typed.ts';

const typed = z.string().max(mostCharacters);
const day = z.strictObject({ month: typed, day: typed, year: typed });

/** How many periods of work one can name. */
const mostTimes = 4;

export const calculatorsRouter = router({
  backPay: publicProcedure
    .input(
      z.strictObject({
        program: typed,
        als: z.boolean(),
        onset: day,
        applied: day,
        decided: day,
        awarded: day,
        benefit: typed,
      }),
    )
    .query(({ ctx, input }) => estimateBackPay(input, ctx.deps)),

  lastInsured: publicProcedure
    .input(
      z.strictObject({
        born: z.strictObject({ month: typed, year: typed }),
        blind: z.boolean(),
        work: z
          .array(z.strictObject({ from: typed, to: typed, credits: typed }))
          .min(1)
          .max(mostTimes),
      }),
    )
    .query(({ ctx, input }) => findLastInsured(input, ctx.deps)),

  ssi: publicProcedure
    .input(z.strictObject({ who: typed, wages: typed, other: typed, sharedHome: z.boolean() }))
    .query(({ ctx, input }) => estimateSsi(input, ctx.deps)),
});
