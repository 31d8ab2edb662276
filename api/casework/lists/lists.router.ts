import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { maxQueryLength } from '#api/platform/keys/search-tokens.ts';
import { router } from '#api/platform/trpc.ts';
import { keepSearch } from './searches.ts';

export const listsRouter = router({
  /** Begins a search, for any list. A mutation, because what is typed must not be in an address. */
  search: adminProcedure
    .input(z.strictObject({ query: z.string().max(maxQueryLength) }))
    .mutation(({ ctx, input }) => keepSearch(input, ctx)),
});
