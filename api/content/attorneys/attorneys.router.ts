import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { searchAttorneys } from './search-attorneys.ts';

const search = z.strictObject({
  /** A two-letter state code; anything else returns all states. */
  state: z.string().max(40).default(''),
  q: z.string().max(200).default(''),
  /** A ZIP code; anything else is reported as unknown. */
  zip: z.string().max(40).default(''),
  page: z.int().min(1).max(100_000).default(1),
});

export const attorneysRouter = router({
  search: publicProcedure.input(search).query(({ ctx, input }) => searchAttorneys(input, ctx.deps)),
});
