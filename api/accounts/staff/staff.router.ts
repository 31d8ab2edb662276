import { z } from 'zod';
import { requireRole, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import type { Session, SignedIn } from '#api/accounts/sessions.ts';
import { makeSignInChallenge } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { longestProof } from '#api/platform/robots/challenge.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { staffProcedures } from './roles.ts';
import { type Credentials, signIn } from './sign-in.ts';
import { sharedAdminId, staffModel } from './staff.model.ts';
import { makeStaffFormToken, requireStaffForm } from './staff-form.ts';
import { setPasswordByLink } from './staff-links.ts';
import { endStaffSession, openStaffSession, staffDeviceCookie, staffDevices } from './staff-session.ts';

const password = z.string().min(1).max(200);
const proof = z.string().max(longestProof).default('');

export const staffRouter = router({
  /** With the shared admin password of /admin/login. */
  signInWithPassword: publicProcedure
    .input(z.strictObject({ password, proof }))
    .mutation(({ ctx, input }) => signInBrowser(input, ctx)),

  /** With a named account. */
  signInWithEmail: publicProcedure
    .input(z.strictObject({ email: z.string().min(1).max(254), password, proof }))
    .mutation(({ ctx, input }) => signInBrowser(input, ctx)),

  /** Chooses the password of the account that the link in an email is for, and signs in. The link works once. */
  setPassword: publicProcedure
    .input(z.strictObject({ link: z.string().max(100), password }))
    .mutation(async ({ ctx, input }) => {
      const deviceSecret = staffDeviceCookie.read(ctx.cookies);
      await keepSignedIn(await setPasswordByLink({ ...input, deviceSecret }, ctx.deps), ctx);
    }),

  /** The token that the native forms of a page post. */
  formToken: unrecordedAdminProcedure.query(({ ctx }) => makeStaffFormToken(ctx.staff.secret, ctx.deps)),

  /** Checks that a native form was posted from a page of this session. Call it before acting on the form. */
  requireForm: unrecordedAdminProcedure
    .input(z.strictObject({ token: z.string().max(300) }))
    .mutation(({ ctx, input }) =>
      requireStaffForm({ token: input.token, sessionSecret: ctx.staff.secret }, ctx.deps),
    ),

  /** Checks that the user's role may call a procedure: for a page whose form calls it later. */
  require: unrecordedAdminProcedure
    .input(z.strictObject({ procedure: z.enum(staffProcedures) }))
    .query(({ ctx, input }) => requireRole(ctx.staff.role, input.procedure)),

  /** The work for a browser to sign in while many attempts fail; otherwise null. */
  challenge: publicProcedure.query(({ ctx }) => makeSignInChallenge('staff', ctx.deps)),

  signOut: unrecordedAdminProcedure.mutation(({ ctx }) => endStaffSession(ctx)),

  /** Ends every session of the signed-in user, including this one, and forgets the user's other browsers. */
  signOutEverywhere: unrecordedAdminProcedure.mutation(async ({ ctx }) => {
    const { userId } = ctx.staff;
    await ctx.deps.staffSessions.revokeAll(userId);
    await staffDevices.forgetOthers(userId, staffDeviceCookie.read(ctx.cookies), ctx.deps);
    await endStaffSession(ctx);
    ctx.deps.log.info('signed out everywhere', { staff: userId });
  }),

  /** The signed-in user, and how long the session lasts without activity. Does not extend it. */
  me: unrecordedAdminProcedure.query(async ({ ctx }) => {
    const staff = await staffModel(ctx.deps.portal).findOne({ _id: ctx.staff.userId }).lean().orFail();
    const { _id, name, role } = staff;
    return { name, role, shared: _id === sharedAdminId, endsInMs: endsInMs(ctx.staff) };
  }),

  /** Reports activity, which restarts the idle time. @returns how long the session now lasts, in milliseconds. */
  stay: unrecordedAdminProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.staff) })),
});

/** Signs in, and sets the cookies of the browser and of its new session. */
async function signInBrowser(
  credentials: Omit<Credentials, 'deviceSecret'>,
  context: RequestContext,
): Promise<void> {
  const deviceSecret = staffDeviceCookie.read(context.cookies);
  await keepSignedIn(await signIn({ ...credentials, deviceSecret }, context), context);
}

async function keepSignedIn(
  { deviceSecret, sessionSecret }: SignedIn,
  context: RequestContext,
): Promise<void> {
  staffDeviceCookie.set(context.cookies, deviceSecret);
  await openStaffSession(context, sessionSecret);
}

/** A duration, not a date: the clocks of staff's computers may be wrong. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
