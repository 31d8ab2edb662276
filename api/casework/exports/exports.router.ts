import { z } from 'zod';
import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { filterShape, ownerIn } from '#api/casework/lists/list-request.ts';
import { readSearch } from '#api/casework/lists/searches.ts';
import { choicesIn, namesIn } from '#api/platform/audit/audit-details.ts';
import { router } from '#api/platform/trpc.ts';
import { exportRecords, formats } from './export-records.ts';
import type { AnyExported } from './exported.ts';

const day = z.string().max(10);

/** @param exported all kinds of records that can be exported, in the order of the page. */
export function makeExportsRouter(exported: readonly AnyExported[]) {
  const kinds = new Map(exported.map((each) => [each.name, each]));
  const kind = z.enum([...kinds.keys()]);
  return router({
    /** What can be exported, for the page to offer. */
    kinds: unrecordedStaffProcedure
      .meta({ audience: 'admins' })
      .query(() => exported.map(({ name, heading, file }) => ({ name, heading, file }))),

    /**
     * The records of one kind in a range of days, as a list shows them with the same filter, as chunks of a text file.
     */
    make: adminProcedure
      .meta({
        audit: ['exports', 'Exported a file'],
        entries: { 'exports.sent': ['exports', 'The export was sent'] },
        confirmed: true,
        details: (input) => ({
          ...choicesIn(input, { kind: [...kinds.keys()], format: formats }),
          filters: namesIn(input, Object.keys(filterShape)).join(', '),
        }),
      })
      .input(z.strictObject({ ...filterShape, kind, format: z.enum(formats), from: day, to: day }))
      .mutation(({ ctx, input: { search, owner, kind, ...request } }) =>
        exportRecords(
          kinds.get(kind) as AnyExported,
          {
            ...request,
            query: search ? readSearch(search, ctx) : undefined,
            owner: ownerIn({ owner }, ctx.staff),
          },
          ctx,
        ),
      ),
  });
}
