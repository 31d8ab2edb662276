import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { filterShape } from '#api/casework/lists/list-request.ts';
import { readSearch } from '#api/casework/lists/searches.ts';
import { choicesIn, namesIn } from '#api/platform/audit/audit-details.ts';
import { router } from '#api/platform/trpc.ts';
import { exportKinds, exportRecords, formats } from './export-records.ts';

const day = z.string().max(10);

export const exportsRouter = router({
  /**
   * The records of one kind in a range of days, as a list shows them with the same filter, as chunks of a text file.
   */
  make: adminProcedure
    .meta({
      audit: ['exports', 'Exported a file'],
      entries: { 'exports.sent': ['exports', 'The export was sent'] },
      confirmed: true,
      details: (input) => ({
        ...choicesIn(input, { kind: exportKinds, format: formats }),
        filters: namesIn(input, Object.keys(filterShape)).join(', '),
      }),
    })
    .input(
      z.strictObject({
        ...filterShape,
        kind: z.enum(exportKinds),
        format: z.enum(formats),
        from: day,
        to: day,
      }),
    )
    .mutation(({ ctx, input: { search, ...request } }) =>
      exportRecords({ ...request, query: search ? readSearch(search, ctx) : undefined }, ctx),
    ),
});
