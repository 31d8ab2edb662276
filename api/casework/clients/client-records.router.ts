import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { router } from '#api/platform/trpc.ts';
import { listClients } from './list-clients.ts';
import { readClient } from './read-client.ts';

/** What staff read about clients, from their accounts and their contracts. */
export const clientRecordsRouter = router({
  list: adminProcedure
    .input(listShape)
    .query(({ ctx, input }) => readList(input, ctx, (request) => listClients(request, ctx))),

  detail: adminProcedure
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => readClient(input, ctx)),
});
