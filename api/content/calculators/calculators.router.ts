import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { estimateBackPay, estimateSsi, findLastInsured } from './estimate.ts';
import { mostCharacters } from './read-typed.ts';

const typed = z.string().max(mostCharacters);
const day = z.strictObject({ month: typed, day: typed, year: typed });

/** How many periods of work one can name. */
const mostTimes = 4;

export const calculatorsRouter = router({
  /** Back pay until a decision, and the fee from it. */
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

  /** The last day of SSDI coverage. */
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

  /** The federal SSI payment of a month. */
  ssi: publicProcedure
    .input(z.strictObject({ who: typed, wages: typed, other: typed, sharedHome: z.boolean() }))
    .query(({ ctx, input }) => estimateSsi(input, ctx.deps)),
});
