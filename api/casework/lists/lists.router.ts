import { z } from 'zod';
import { staffProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { maxQueryLength } from '#api/platform/keys/search-tokens.ts';
import { router } from '#api/platform/trpc.ts';
import { filterShape } from './list-request.ts';
import { arrivalLists, countNewSince } from './new-since.ts';
import { keepSearch } from './searches.ts';

const { search: _, ...countedShape } = filterShape;

export const listsRouter = router({
  /** Begins a search, for any list. A mutation, because the search text must not be in an address. */
  search: staffProcedure
    .meta({ audit: ['lists', 'Searched a list'] })
    .input(z.strictObject({ query: z.string().max(maxQueryLength) }))
    .mutation(({ ctx, input }) => keepSearch(input.query, ctx)),

  /** How many rows have arrived since a list was read, for any list: a number that open pages poll. */
  newSince: unrecordedStaffProcedure
    .input(
      z.strictObject({
        list: z.enum(arrivalLists),
        ...countedShape,
        /** Of attorneys. */
        state: z.string().max(20).optional(),
        /** `newest` of the list as it was read. */
        since: z.string().max(60).nullable(),
      }),
    )
    .query(({ ctx, input }) => countNewSince(input, ctx)),
});
