import { z } from 'zod';
import { reviewerProcedure, staffProcedure } from '#api/accounts/procedures.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { recordId as id } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { addAttorney, changeAttorney, removeAttorney } from './edit-directory.ts';
import { listDirectory, readAttorney } from './list-directory.ts';

/** Answers to the form `attorney`, whose schema checks them; what is nested deeper than a list of texts is none. */
const single = z.union([z.string(), z.number(), z.boolean(), z.null(), z.undefined()]);
const answer = z.union([single, z.array(single), z.record(z.string(), single)]);
const answers = z.record(z.string(), z.unknown().pipe(answer));

/** In the audit log. */
const area = 'Attorneys';

/** The attorney directory as staff keep it: the same entries that editors see in the CMS. */
export const directoryRouter = router({
  list: staffProcedure
    .meta({ area, audit: ['lists', 'Read the list'] })
    .input(
      z.strictObject({
        state: z.string().max(20).optional(),
        sort: z.string().max(20).optional(),
        /** The id of a search: see `openSearch`. */
        search: z.string().max(40).optional(),
        cursor: z.string().max(3_000).nullish(),
      }),
    )
    .query(({ ctx, input }) => readList(input, ctx, (request) => listDirectory(request, ctx))),

  detail: staffProcedure
    .meta({ area, audit: ['looks', 'Opened'], page: '/admin/attorneys', untold: 'It is about no client.' })
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readAttorney(input, ctx)),

  add: reviewerProcedure
    .meta({ area, audit: ['changes', 'Added an entry'] })
    .input(z.strictObject({ key: z.uuid(), answers }))
    .mutation(({ ctx, input }) => addAttorney(input, ctx)),

  change: reviewerProcedure
    .meta({
      area,
      audit: ['changes', 'Changed an entry'],
      entries: { 'directory.changed': ['changes', 'Saved changes', { bio: 'Biography' }] },
    })
    .input(z.strictObject({ id, version: z.string().max(40), answers }))
    .mutation(({ ctx, input }) => changeAttorney(input, ctx)),

  remove: reviewerProcedure
    .meta({ area, audit: ['changes', 'Deleted an entry'] })
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => removeAttorney(input, ctx)),
});
