import { z } from 'zod';
import { staffProcedure } from '#api/accounts/procedures.ts';
import { maxQueryLength } from '#api/platform/keys/search-tokens.ts';
import { router } from '#api/platform/trpc.ts';
import { keepSearch } from './searches.ts';

export const listsRouter = router({
  /** Begins a search, for any list. A mutation, because the search text must not be in an address. */
  search: staffProcedure
    .meta({ audit: ['lists', 'Searched a list'] })
    .input(z.strictObject({ query: z.string().max(maxQueryLength) }))
    .mutation(({ ctx, input }) => keepSearch(input.query, ctx)),
});
