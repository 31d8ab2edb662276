import { z } from 'zod';
import { adminProcedure, requireRole, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import type { Session, SignedIn } from '#api/accounts/sessions.ts';
import { makeSignInChallenge } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { longestProof } from '#api/platform/robots/challenge.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { changePassword, readOwnAccount, requireNamedAccount } from './own-account.ts';
import { staffProcedures } from './roles.ts';
import { type FirstStep, secondStepSeconds, takeSecondStep } from './second-step.ts';
import { isSharedPasswordOn } from './shared-password.ts';
import { type Credentials, signIn } from './sign-in.ts';
import { displayName, sharedAdminId, staffModel } from './staff.model.ts';
import { makeStaffFormToken, requireStaffForm } from './staff-form.ts';
import { setPasswordByLink } from './staff-links.ts';
import {
  endStaffSession,
  openStaffSession,
  secondStepCookie,
  staffDeviceCookie,
  staffDevices,
} from './staff-session.ts';
import { beginTwoStep, confirmTwoStep, endTwoStep, readTwoStepSetup } from './two-step.ts';

const password = z.string().min(1).max(200);
const proof = z.string().max(longestProof).default('');

/** For named accounts, about themselves. */
const ownAccountProcedure = adminProcedure.use(({ ctx, next }) => {
  requireNamedAccount(ctx.staff.userId);
  return next();
});

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
      return keepFirstStep(await setPasswordByLink({ ...input, deviceSecret }, ctx.deps), ctx);
    }),

  /** The code that an account with two-step sign-in asks for after the password. */
  signInWithCode: publicProcedure
    .input(z.strictObject({ code: z.string().min(1).max(60) }))
    .mutation(async ({ ctx, input }) => {
      const deviceSecret = staffDeviceCookie.read(ctx.cookies);
      const pending = ctx.cookies.get(secondStepCookie) ?? '';
      await keepSignedIn(await takeSecondStep({ ...input, pending, deviceSecret }, ctx), ctx);
      ctx.cookies.clear(secondStepCookie);
    }),

  /** The own account. */
  account: adminProcedure.query(({ ctx }) => readOwnAccount(ctx.staff.userId, ctx.deps)),

  /** Changes the own password; every other session ends. */
  changePassword: ownAccountProcedure
    .input(z.strictObject({ password, next: password }))
    .mutation(async ({ ctx, input }) => {
      await changePassword({ ...input, staffId: ctx.staff.userId }, ctx.deps);
      await openStaffSession(ctx, await ctx.deps.staffSessions.create(ctx.staff.userId));
      await staffDevices.forgetOthers(ctx.staff.userId, staffDeviceCookie.read(ctx.cookies), ctx.deps);
    }),

  /** Makes the secret of two-step sign-in, which a code turns on. */
  beginTwoStep: ownAccountProcedure
    .input(z.strictObject({ password }))
    .mutation(({ ctx, input }) => beginTwoStep({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  /** What an authenticator app needs, until a code turned it on. */
  twoStepSetup: ownAccountProcedure.query(({ ctx }) => readTwoStepSetup(ctx.staff.userId, ctx.deps)),

  /** @returns the recovery codes, this once. */
  confirmTwoStep: ownAccountProcedure
    .input(z.strictObject({ code: z.string().min(1).max(60) }))
    .mutation(({ ctx, input }) => confirmTwoStep({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  endTwoStep: ownAccountProcedure
    .input(z.strictObject({ password }))
    .mutation(({ ctx, input }) => endTwoStep({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

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

  /** The ways to sign in besides a named account. */
  ways: publicProcedure.query(async ({ ctx }) => ({ shared: await isSharedPasswordOn(ctx.deps) })),

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
    const { _id, role } = staff;
    return { name: displayName(staff), role, shared: _id === sharedAdminId, endsInMs: endsInMs(ctx.staff) };
  }),

  /** Reports activity, which restarts the idle time. @returns how long the session now lasts, in milliseconds. */
  stay: unrecordedAdminProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.staff) })),
});

/** Signs in, and sets the cookies of the browser and of its new session. @returns whether a code is asked for first. */
async function signInBrowser(
  credentials: Omit<Credentials, 'deviceSecret'>,
  context: RequestContext,
): Promise<{ codeNeeded: boolean }> {
  const deviceSecret = staffDeviceCookie.read(context.cookies);
  return keepFirstStep(await signIn({ ...credentials, deviceSecret }, context), context);
}

async function keepFirstStep(first: FirstStep, context: RequestContext): Promise<{ codeNeeded: boolean }> {
  if ('signedIn' in first) await keepSignedIn(first.signedIn, context);
  else
    context.cookies.set(secondStepCookie, first.pending, { sameSite: 'Strict', maxAge: secondStepSeconds });
  return { codeNeeded: 'pending' in first };
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
