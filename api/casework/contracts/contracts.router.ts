import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { showAgreement } from './agreement/show-agreement.ts';
import { downloadForStaff } from './download-contract.ts';
import { listContracts, readContract } from './list-contracts.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);

export const contractsRouter = router({
  /** The text to sign. Records in this browser that it was shown. */
  agreement: publicProcedure.query(({ ctx }) => showAgreement(ctx)),

  list: adminProcedure
    .input(listShape)
    .query(({ ctx, input }) => readList(input, ctx, (request) => listContracts(request, ctx))),

  detail: adminProcedure.input(z.strictObject({ id })).query(({ ctx, input }) => readContract(input, ctx)),

  file: adminProcedure.input(z.strictObject({ id })).query(({ ctx, input }) => downloadForStaff(input, ctx)),
});
