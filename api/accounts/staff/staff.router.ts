import { z } from 'zod';
import { staffProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import type { Session, SignedIn } from '#api/accounts/sessions.ts';
import { makeSignInChallenge } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { idPattern } from '#api/platform/input.ts';
import { longestProof } from '#api/platform/robots/challenge.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { endCalendarAddress, makeCalendarAddress, setDueMail } from './calendar-address.ts';
import { confirmPassword, type Proof, secondFactorOf } from './confirm-password.ts';
import {
  beginTwoStep,
  changePassword,
  confirmTwoStep,
  endTwoStep,
  readOwnAccount,
  readTwoStepSetup,
  requireNamedAccount,
} from './own-account.ts';
import { listOwners } from './owners.ts';
import {
  addPasskey,
  askForPasskey,
  confirmWithPasskey,
  hasPasskeys,
  offerPasskey,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { notePresence } from './presence.ts';
import { type FirstStep, secondStepSeconds, takeSecondStep } from './second-step.ts';
import { changeAndTell } from './security-email.ts';
import { isSharedPasswordOn } from './shared-password.ts';
import { type Credentials, signIn } from './sign-in.ts';
import { beginSingleSignOn, finishSingleSignOn, singleSignOnSeconds } from './single-sign-on.ts';
import { type Staff, sharedAdminId, staffCollection } from './staff.model.ts';
import { makeStaffFormToken, requireStaffForm } from './staff-form.ts';
import { setPasswordByLink } from './staff-links.ts';
import {
  confirmStaffSession,
  endStaffSession,
  openStaffSession,
  secondStepCookie,
  singleSignOnCookie,
  staffDeviceCookie,
  staffDevices,
} from './staff-session.ts';
import { mustSetUpTwoStep } from './two-step-rule.ts';

const password = z.string().min(1).max(200);
/** What proves again who somebody is; the code where the account has two-step sign-in. */
const proof = { password, code: z.string().trim().max(60).default('') };
/** Checked where it is read, so that every fault gets the same message. */
const passkeyAnswer = z.string();
const robotProof = z.string().max(longestProof).default('');

/** About the session itself, so it is open to whoever still has to set up two-step sign-in. */
const sessionProcedure = unrecordedStaffProcedure.meta({ beforeTwoStep: true });

/** For named accounts, about themselves. */
const ownAccountProcedure = staffProcedure.use(({ ctx, next }) => {
  requireNamedAccount(ctx.staff.userId);
  return next();
});

/** In the audit log. */
const area = 'Back office';

export const staffRouter = router({
  signInWithPassword: publicProcedure
    .input(z.strictObject({ password, proof: robotProof }))
    .mutation(({ ctx, input }) => signInBrowser(input, ctx)),

  signInWithEmail: publicProcedure
    .meta({ area, entries: { 'staff.signIn': ['signIns', 'Logged in'] } })
    .input(z.strictObject({ email: z.string().min(1).max(254), password, proof: robotProof }))
    .mutation(({ ctx, input }) => signInBrowser(input, ctx)),

  /** Chooses the password of the account that the link in an email is for, and signs in. The link works once. */
  setPassword: publicProcedure
    .meta({ area, audit: ['signIns', 'Chose a password'] })
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

  /** With a passkey, see `ways`. */
  signInWithPasskey: publicProcedure
    .input(z.strictObject({ answer: passkeyAnswer }))
    .mutation(async ({ ctx, input }) => {
      const deviceSecret = staffDeviceCookie.read(ctx.cookies);
      await keepSignedIn(await signInWithPasskey({ ...input, deviceSecret }, ctx.deps), ctx);
    }),

  /** @returns the address at which the browser signs in. @see finishSingleSignOn */
  beginSingleSignOn: publicProcedure
    .input(z.strictObject({ next: z.string().max(300), again: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const { url, started } = await beginSingleSignOn(input, ctx.deps);
      // Lax, because the provider's site leads back here.
      ctx.cookies.set(singleSignOnCookie, started, { sameSite: 'Lax', maxAge: singleSignOnSeconds });
      return url;
    }),

  /** With the query that the provider sent the browser back with. @returns where to go. */
  finishSingleSignOn: publicProcedure
    .input(z.strictObject({ query: z.string().max(8_000) }))
    .mutation(async ({ ctx, input }) => {
      const started = ctx.cookies.get(singleSignOnCookie) ?? '';
      ctx.cookies.clear(singleSignOnCookie);
      const deviceSecret = staffDeviceCookie.read(ctx.cookies);
      const { next, ...signedIn } = await finishSingleSignOn({ ...input, started, deviceSecret }, ctx.deps);
      await keepSignedIn(signedIn, ctx);
      return next;
    }),

  confirmation: sessionProcedure.query(async ({ ctx }) => {
    const staff = await staffCollection
      .model(ctx.deps.portal)
      .findById(ctx.staff.userId)
      .lean<Staff>()
      .orFail();
    const shared = staff._id === sharedAdminId;
    const factor = secondFactorOf(staff, ctx.deps);
    return {
      shared,
      password: staff.password_hash !== undefined && factor !== 'passkey',
      code: factor === 'code',
      singleSignOn: shared ? null : nameOf(ctx.deps),
      passkey: staff.passkeys?.length ? await askForPasskey(staff, ctx.deps) : null,
    };
  }),

  /** Confirms the user's identity again, for actions that need more than a session. */
  confirmWithPassword: staffProcedure
    .meta({ beforeTwoStep: true, area, audit: ['signIns', 'Confirmed who they are with the password'] })
    .input(z.strictObject(proof))
    .mutation(async ({ ctx, input }) => {
      await confirmPassword({ ...input, staffId: ctx.staff.userId }, ctx.deps);
      await confirmStaffSession(ctx);
    }),

  confirmWithPasskey: staffProcedure
    .meta({ beforeTwoStep: true, area, audit: ['signIns', 'Confirmed who they are with a passkey'] })
    .input(z.strictObject({ answer: passkeyAnswer }))
    .mutation(async ({ ctx, input }) => {
      await confirmWithPasskey({ ...input, staffId: ctx.staff.userId }, ctx.deps);
      await confirmStaffSession(ctx);
    }),

  passkeys: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Began to add a passkey'] })
    .query(({ ctx }) => offerPasskey(ctx.staff.userId, ctx.deps)),

  addPasskey: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Added a passkey'], confirmed: true })
    .input(z.strictObject({ name: z.string().trim().min(1).max(60), answer: passkeyAnswer }))
    .mutation(({ ctx, input }) => addPasskey({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  removePasskey: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Removed a passkey'], confirmed: true })
    .input(z.strictObject({ passkey: z.string().min(1).max(1_400) }))
    .mutation(({ ctx, input }) => removePasskey({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  /** @returns the secret of the address, this once. */
  makeCalendarAddress: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Made an address for their calendar'], confirmed: true })
    .mutation(({ ctx }) => makeCalendarAddress(ctx.staff.userId, ctx.deps)),

  endCalendarAddress: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Ended the address of their calendar'] })
    .mutation(({ ctx }) => endCalendarAddress(ctx.staff.userId, ctx.deps)),

  setDueMail: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Turned their morning mail on or off'] })
    .input(z.strictObject({ wanted: z.boolean() }))
    .mutation(({ ctx, input }) => setDueMail({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  account: staffProcedure
    .meta({ beforeTwoStep: true, area, audit: ['accounts', 'Opened their own account'] })
    .query(async ({ ctx }) => ({
      ...(await readOwnAccount(ctx.staff.userId, ctx.deps)),
      mustSetUpTwoStep: await mustSetUpTwoStep(ctx.staff.account, ctx.deps),
    })),

  /** Changes the own password; every other session ends. */
  changePassword: ownAccountProcedure
    .meta({ beforeTwoStep: true, area, audit: ['accounts', 'Changed their own password'] })
    .input(z.strictObject({ ...proof, next: password }))
    .mutation(async ({ ctx, input }) => {
      await changePassword({ ...input, ...provenBy(ctx.staff) }, ctx.deps);
      await openStaffSession(ctx, await ctx.deps.staffSessions.create(ctx.staff.userId));
      await staffDevices.forgetOthers(ctx.staff.userId, staffDeviceCookie.read(ctx.cookies), ctx.deps);
    }),

  /** Makes the secret of two-step sign-in, which a code turns on. */
  beginTwoStep: ownAccountProcedure
    .meta({ beforeTwoStep: true, area, audit: ['accounts', 'Began two-step login'] })
    .input(z.strictObject({ password }))
    .mutation(({ ctx, input }) => beginTwoStep({ ...input, ...provenBy(ctx.staff) }, ctx.deps)),

  twoStepSetup: ownAccountProcedure
    .meta({ beforeTwoStep: true, area, audit: ['accounts', 'Looked at the code for two-step login'] })
    .query(({ ctx }) => readTwoStepSetup(ctx.staff.userId, ctx.deps)),

  /** @returns the recovery codes, this once. */
  confirmTwoStep: ownAccountProcedure
    .meta({ beforeTwoStep: true, area, audit: ['accounts', 'Turned two-step login on'] })
    .input(z.strictObject({ code: z.string().min(1).max(60) }))
    .mutation(({ ctx, input }) => confirmTwoStep({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  endTwoStep: ownAccountProcedure
    .meta({ area, audit: ['accounts', 'Turned two-step login off'] })
    .input(z.strictObject(proof))
    .mutation(({ ctx, input }) => endTwoStep({ ...input, staffId: ctx.staff.userId }, ctx.deps)),

  /** The token that the native forms of a page post. */
  formToken: sessionProcedure.query(({ ctx }) => makeStaffFormToken(ctx.staff.secret, ctx.deps)),

  /** Checks that a native form was posted from a page of this session. Call it before acting on the form. */
  requireForm: sessionProcedure
    .input(z.strictObject({ token: z.string().max(300) }))
    .mutation(({ ctx, input }) =>
      requireStaffForm({ token: input.token, sessionSecret: ctx.staff.secret }, ctx.deps),
    ),

  /** The ways to sign in without a named account. */
  ways: publicProcedure.query(async ({ ctx }) => ({
    shared: await isSharedPasswordOn(ctx.deps),
    passkey: hasPasskeys(ctx.deps) ? await askForPasskey(null, ctx.deps) : null,
    singleSignOn: nameOf(ctx.deps),
  })),

  /** The work for a browser to sign in while many attempts fail; otherwise null. */
  challenge: publicProcedure.query(({ ctx }) => makeSignInChallenge('staff', ctx.deps)),

  signOut: sessionProcedure.mutation(({ ctx }) => endStaffSession(ctx)),

  /** Ends every session of the signed-in user, including this one, and forgets the user's other browsers. */
  signOutEverywhere: sessionProcedure.mutation(async ({ ctx }) => {
    const { userId } = ctx.staff;
    await changeAndTell({ staffId: userId, change: 'logged-out' }, ctx.deps, async (session) => {
      await ctx.deps.staffSessions.revokeAll(userId, session);
      return true;
    });
    await staffDevices.forgetOthers(userId, staffDeviceCookie.read(ctx.cookies), ctx.deps);
    await endStaffSession(ctx);
    ctx.deps.log.info('signed out everywhere', { staff: userId });
  }),

  /** The signed-in user, and how long the session lasts without activity. Does not extend it. */
  me: sessionProcedure.query(({ ctx: { staff } }) => ({
    id: staff.userId,
    name: staff.account.name,
    role: staff.account.role,
    shared: staff.userId === sharedAdminId,
    endsInMs: endsInMs(staff),
  })),

  /** Who can be given work. */
  owners: unrecordedStaffProcedure.query(({ ctx }) => listOwners(ctx.deps.portal)),

  /** Records that the user has a record open. @returns the names of others who do. A query, so it doesn't extend the session. */
  present: unrecordedStaffProcedure
    .input(
      z.strictObject({
        record: z.string().regex(new RegExp(`^[a-z]{1,40} ${idPattern}$`, 'i')),
      }),
    )
    .query(({ ctx, input }) => {
      const { userId: staffId, secret: sessionSecret } = ctx.staff;
      return notePresence({ ...input, staffId, sessionSecret }, ctx.deps);
    }),

  /** Reports activity, which restarts the idle time. @returns how long the session now lasts, in milliseconds. */
  stay: sessionProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.staff) })),
});

/** Whose proof it is, and since when the session has one. */
function provenBy({ userId, confirmedAt }: Session): Pick<Proof, 'staffId' | 'confirmedAt'> {
  return { staffId: userId, confirmedAt };
}

/** @returns what the sign-in page calls the provider of single sign-on; null without one. */
function nameOf({ singleSignOn }: Pick<Deps, 'singleSignOn'>): string | null {
  return singleSignOn?.name ?? null;
}

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
