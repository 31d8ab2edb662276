import { z } from 'zod';
import { requireRole, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { type ProcedureMeta, router } from '#api/platform/trpc.ts';
import { requireConfirmation } from './confirmation.ts';
import { rolesFor } from './roles.ts';
import { mustSetUpTwoStep } from './two-step-rule.ts';

/** What pages ask about other procedures before anybody calls them. @param procedures their metadata, by name. */
export function makePermissionsRouter<Name extends string>(procedures: Record<Name, ProcedureMeta>) {
  const names = Object.keys(procedures) as Name[];
  return router({
    /** The procedures for staff that the user may call, so that pages offer nothing else. */
    mine: unrecordedStaffProcedure.meta({ beforeTwoStep: true }).query(async ({ ctx }) => {
      const { account } = ctx.staff;
      const isHeldUp = await mustSetUpTwoStep(account, ctx.deps);
      return names.filter((name) => {
        const meta = procedures[name];
        return rolesFor(meta).includes(account.role) && (!isHeldUp || meta.beforeTwoStep === true);
      });
    }),

    /**
     * Checks that the user may call a procedure: for a page whose form calls it later. Whoever has to confirm who they are is
     * asked when the page opens, and not when it comes back with what was typed.
     */
    require: unrecordedStaffProcedure
      .input(z.strictObject({ procedure: z.enum(names), opens: z.boolean() }))
      .query(({ ctx, input }) => {
        const meta = procedures[input.procedure];
        requireRole(ctx.staff.account.role, meta);
        if (input.opens) requireConfirmation(ctx.staff, meta, 'page');
      }),
  });
}
