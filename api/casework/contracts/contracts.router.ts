import { z } from 'zod';
import {
  adminProcedure,
  reviewerProcedure,
  staffProcedure,
  unrecordedStaffProcedure,
} from '#api/accounts/procedures.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { recordId as id, reason } from '#api/platform/input.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { agreementCookie } from './agreement/agreement-cookie.ts';
import { showAgreement } from './agreement/show-agreement.ts';
import { readAppointmentSheet } from './appointment-sheet.ts';
import { readContractsClosed } from './contract-opening.ts';
import { countersign } from './countersign.ts';
import { downloadForStaff } from './download-contract.ts';
import { listContracts, readContract, revealContractSsn } from './list-contracts.ts';
import { removeContract } from './remove-contract.ts';
import { countWaiting, readSignDesk } from './sign-desk.ts';

const untold = 'Its signer may have no account to be told in.';

export const contractsRouter = router({
  /** The text to sign. Records in this browser that it was shown. */
  agreement: publicProcedure.query(async ({ ctx }) => {
    const agreement = await showAgreement(ctx.deps);
    agreementCookie.set(ctx.cookies, agreement.version);
    return agreement;
  }),

  /** The message for visitors while contracts can't be signed online; otherwise null. */
  closed: publicProcedure.query(({ ctx }) => readContractsClosed(ctx.deps)),

  list: staffProcedure
    .meta({ audit: ['lists', 'Read the list'] })
    .input(listShape)
    .query(({ ctx, input }) => readList(input, ctx, (request) => listContracts(request, ctx))),

  detail: staffProcedure
    .meta({ audit: ['looks', 'Opened'], page: '/admin/contracts', untold })
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readContract(input, ctx)),

  /** Signs as the representative. */
  countersign: reviewerProcedure
    .meta({
      audit: ['changes', 'Countersigned a contract'],
      confirmed: true,
      untold: 'Its client gets an email, and the file with both signatures.',
    })
    .input(z.strictObject({ id, typedName: z.string().trim().min(1).max(120), key: z.uuid() }))
    .mutation(({ ctx, input }) => countersign(input, ctx)),

  /** What waits for the representative, and what has to be filed at once. */
  signDesk: staffProcedure
    .meta({ audit: ['lists', 'Read the sign desk'] })
    .query(({ ctx }) => readSignDesk(ctx)),

  waiting: unrecordedStaffProcedure.query(({ ctx }) => countWaiting(ctx.deps)),

  /** What goes into form SSA-1696. */
  appointmentSheet: staffProcedure
    .meta({ audit: ['looks', 'Opened the sheet for form SSA-1696'], page: '/admin/contracts', untold })
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readAppointmentSheet(input, ctx)),

  /** The whole Social Security number that was signed with. */
  revealSsn: reviewerProcedure
    .meta({ audit: ['reveals', 'Showed a full Social Security number'], confirmed: true, untold })
    .input(z.strictObject({ id, reason }))
    .mutation(async ({ ctx, input }) => ({ ssn: await revealContractSsn(input, ctx) })),

  /** Deletes it for good, with its PDF. */
  remove: adminProcedure
    .meta({ audit: ['changes', 'Deleted an entry'], confirmed: true })
    .input(z.strictObject({ id, reason, notRepresented: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => removeContract(input, ctx)),

  file: staffProcedure
    .meta({ audit: ['files', 'Downloaded the signed file'], untold })
    .input(z.strictObject({ id, first: z.boolean().default(false) }))
    .query(({ ctx, input }) => downloadForStaff(input, ctx)),
});
