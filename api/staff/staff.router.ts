import { z } from 'zod';
import type { Session } from '../sessions.ts';
import { adminProcedure, publicProcedure, router } from '../trpc.ts';
import { signIn } from './sign-in.ts';
import { staffModel } from './staff.model.ts';
import { endStaffSession, openStaffSession } from './staff-session.ts';

const password = z.string().min(1).max(200);

export const staffRouter = router({
  /** The single admin password of /admin/login. */
  signInWithPassword: publicProcedure.input(z.strictObject({ password })).mutation(async ({ ctx, input }) => {
    await openStaffSession(ctx, await signIn(input, ctx.address, ctx.deps));
  }),

  /** A named account. */
  signInWithEmail: publicProcedure
    .input(z.strictObject({ email: z.string().min(1).max(254), password }))
    .mutation(async ({ ctx, input }) => {
      await openStaffSession(ctx, await signIn(input, ctx.address, ctx.deps));
    }),

  signOut: adminProcedure.mutation(({ ctx }) => endStaffSession(ctx)),

  /** Who is signed in, and for how long if nothing more happens. Asking does not prolong it. */
  me: adminProcedure.query(async ({ ctx }) => {
    const staff = await staffModel(ctx.deps.portal).findOne({ _id: ctx.staff.userId }).lean().orFail();
    return { name: staff.name, endsInMs: endsInMs(ctx.staff) };
  }),

  /** Somebody is at work: starts the idle time anew. @returns how long the session now lasts, in milliseconds. */
  stay: adminProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.staff) })),
});

/** A span and not a date: the clocks of staff's computers need not be right. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
