import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { staffRoles } from './roles.ts';
import { changeAccount, disableAccount, enableAccount, listAccounts, readAccount } from './staff-accounts.ts';

const id = z.uuid();
const seen = { id, version: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) };
/** `fields` of a refusal name them. */
const person = {
  name: z.string().trim().min(1).max(120),
  role: z.enum(staffRoles),
};

/** The accounts of the back office. Only admins may call these, see `roles.ts`. */
export const staffAccountsRouter = router({
  list: adminProcedure.query(({ ctx }) => listAccounts(ctx.staff.userId, ctx.deps)),

  detail: adminProcedure
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  change: adminProcedure
    .input(z.strictObject({ ...seen, ...person }))
    .mutation(({ ctx, input }) => changeAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  disable: adminProcedure
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => disableAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  enable: adminProcedure
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => enableAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),
});
