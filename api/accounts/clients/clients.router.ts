import { z } from 'zod';
import { adminProcedure, clientProcedure } from '#api/accounts/procedures.ts';
import type { Session } from '#api/accounts/sessions.ts';
import { longestProof } from '#api/platform/robots/challenge.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { confirmClient, freeSsn, reopenSignIn } from './change-access.ts';
import { forgetOtherDevices } from './client-devices.ts';
import {
  clientDeviceCookie,
  endClientSession,
  ensureFormHolder,
  openClientSession,
  readFormHolder,
} from './client-session.ts';
import { openForm, requireFormToken } from './open-form.ts';
import { readProfile } from './read-profile.ts';
import { register } from './register.ts';
import { signIn } from './sign-in.ts';

const form = z.enum(['client-login', 'client-registration']);
const token = z.string().max(200);
const proof = z.string().max(longestProof).default('');
const answers = z.record(z.string().max(60), z.unknown());

/** A Social Security number and a reason, both recorded with what staff do. */
const accessInput = z.strictObject({
  ssn: z.string().regex(/^\d{9}$/),
  reason: z.string().trim().min(5).max(500),
});

export const clientsRouter = router({
  /** The form's definition, with its token and challenge. */
  open: publicProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) =>
      openForm({ form: input.form, holder: ensureFormHolder(ctx.cookies) }, ctx.deps),
    ),

  register: publicProcedure
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      const holder = readFormHolder(ctx.cookies);
      requireFormToken({ form: 'client-registration', token: input.token, holder }, ctx.deps);
      await register(input, ctx);
      return {};
    }),

  signIn: publicProcedure
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      const holder = readFormHolder(ctx.cookies);
      requireFormToken({ form: 'client-login', token: input.token, holder }, ctx.deps);
      const signedIn = await signIn({ ...input, deviceSecret: clientDeviceCookie.read(ctx.cookies) }, ctx);
      clientDeviceCookie.set(ctx.cookies, signedIn.deviceSecret);
      await openClientSession(ctx, signedIn.sessionSecret);
      return {};
    }),

  signOut: clientProcedure.mutation(({ ctx }) => endClientSession(ctx)),

  /** Ends every session of the client, including this one, and forgets every other known browser. */
  signOutEverywhere: clientProcedure.mutation(async ({ ctx }) => {
    await ctx.deps.clientSessions.revokeAll(ctx.client.userId);
    await forgetOtherDevices(ctx.client.userId, clientDeviceCookie.read(ctx.cookies), ctx.deps);
    await endClientSession(ctx);
  }),

  /** The signed-in client, and how long the session lasts without activity. Does not extend it. */
  me: clientProcedure.query(async ({ ctx }) => ({
    ...(await readProfile(ctx.client.userId, ctx.deps)),
    endsInMs: endsInMs(ctx.client),
  })),

  /** Reports activity, which restarts the idle time. @returns how long the session now lasts, in milliseconds. */
  stay: clientProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.client) })),

  /** For staff who have identified the caller: clears the failed attempts of the caller's number. */
  reopen: adminProcedure
    .input(accessInput)
    .mutation(({ ctx, input }) => reopenSignIn({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For staff who have identified the caller: confirms that the account is the caller's, so that it does not expire. */
  confirm: adminProcedure
    .input(accessInput)
    .mutation(({ ctx, input }) => confirmClient({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For staff who have identified the caller: deletes the account of the caller's number, so that the caller can register. */
  freeSsn: adminProcedure
    .input(accessInput.extend({ evenConfirmed: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => freeSsn({ ...input, staff: ctx.staff.userId }, ctx.deps)),
});

/** A duration, not a date: the clocks of people's phones may be wrong. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
