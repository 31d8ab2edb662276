import { z } from 'zod';
import { adminProcedure, publicProcedure, router } from '../trpc.ts';
import { signIn } from './sign-in.ts';
import { staffModel } from './staff.model.ts';
import { endStaffSession, openStaffSession } from './staff-session.ts';

const password = z.string().min(1).max(200);

export const staffRouter = router({
  /** The single admin password of /admin/login. */
  signInWithPassword: publicProcedure.input(z.strictObject({ password })).mutation(async ({ ctx, input }) => {
    openStaffSession(ctx, await signIn(input, ctx.address, ctx.deps));
  }),

  /** A named account. */
  signInWithEmail: publicProcedure
    .input(z.strictObject({ email: z.string().min(1).max(254), password }))
    .mutation(async ({ ctx, input }) => {
      openStaffSession(ctx, await signIn(input, ctx.address, ctx.deps));
    }),

  signOut: adminProcedure.mutation(({ ctx }) => endStaffSession(ctx)),

  /** Who is signed in, and until when if nothing more happens. */
  me: adminProcedure.query(async ({ ctx }) => {
    const staff = await staffModel(ctx.deps.portal).findOne({ _id: ctx.staff.userId }).lean().orFail();
    return { name: staff.name, endsAt: ctx.staff.endsAt.toISOString() };
  }),
});
