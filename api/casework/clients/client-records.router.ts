import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { listClients } from './list-clients.ts';
import { readClient } from './read-client.ts';

/** What staff read about clients, from their accounts and their contracts. */
export const clientRecordsRouter = router({
  list: adminProcedure
    .input(z.strictObject({ cursor: z.string().max(60).nullish() }))
    .query(({ ctx, input }) => listClients(input, ctx)),

  detail: adminProcedure
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => readClient(input, ctx)),
});
