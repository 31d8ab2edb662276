import { z } from 'zod';
import { clientProcedure, reviewerProcedure, unrecordedClientProcedure } from '#api/accounts/procedures.ts';
import type { Session } from '#api/accounts/sessions.ts';
import { reason, textLine } from '#api/platform/input.ts';
import { challengeTime, longestProof } from '#api/platform/robots/challenge.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { listReveals } from './access-changes.ts';
import { closeAccount, correctName, endSessions, freeSsn, reopenSignIn } from './change-access.ts';
import { clientDevices } from './client-devices.ts';
import { clientDeviceCookie, endClientSession, openClientSession } from './client-session.ts';
import { confirmWithCode, issueConfirmationCode } from './confirmation-code.ts';
import { emailPinCode } from './email-pin-code.ts';
import { clientForms, openForm, requireFormToken } from './open-form.ts';
import { issuePinCode, setPin } from './pin-code.ts';
import { readProfile } from './read-profile.ts';
import { register } from './register.ts';
import { revealSsn } from './reveal-ssn.ts';
import { signIn } from './sign-in.ts';

const form = z.enum(clientForms);
const token = z.string().max(200);
const proof = z.string().max(longestProof).default('');
const answers = z.record(z.string().max(60), z.unknown());

const account = z.strictObject({ id: z.uuid(), reason });
const ssn = z.string().regex(/^\d{9}$/);

/** An account or, where its page is not known, a Social Security number; and a reason. All are recorded with what staff do. */
const accessInput = z.union([account, z.strictObject({ ssn, reason })]);
const evenConfirmed = z.boolean().default(false);
const name = textLine(60);

export const clientsRouter = router({
  /** The form's definition, with its token and challenge. */
  open: publicProcedure
    .input(z.strictObject({ form, challenge: challengeTime.optional() }))
    .query(({ ctx, input }) => openForm(input, ctx)),

  register: publicProcedure
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      requireFormToken('client-registration', input.token, ctx);
      await register(input, ctx);
      return {};
    }),

  signIn: publicProcedure
    .meta({ audit: ['signIns', 'Logged in'], tells: 'clients.signIn' })
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      requireFormToken('client-login', input.token, ctx);
      const signedIn = await signIn({ ...input, deviceSecret: clientDeviceCookie.read(ctx.cookies) }, ctx);
      clientDeviceCookie.set(ctx.cookies, signedIn.deviceSecret);
      await openClientSession(ctx, signedIn.sessionSecret);
      return {};
    }),

  signOut: clientProcedure
    .meta({ audit: ['signIns', 'Logged out'], tells: 'clients.signOut' })
    .mutation(({ ctx }) => endClientSession(ctx)),

  /** Ends every session of the client, including this one, and forgets every other known browser. */
  signOutEverywhere: clientProcedure
    .meta({ audit: ['signIns', 'Logged out everywhere'], tells: 'clients.signOutEverywhere' })
    .mutation(async ({ ctx }) => {
      await ctx.deps.clientSessions.revokeAll(ctx.client.userId);
      const deviceSecret = clientDeviceCookie.read(ctx.cookies);
      await clientDevices.forgetOthers(ctx.client.userId, deviceSecret, ctx.deps);
      await endClientSession(ctx);
    }),

  /** The signed-in client, and how long the session lasts without activity. Does not extend it. */
  me: clientProcedure.query(async ({ ctx }) => ({
    ...(await readProfile(ctx.client.userId, ctx.deps)),
    endsInMs: endsInMs(ctx.client),
  })),

  /** Reports activity, which restarts the idle time. @returns how long the session now lasts, in milliseconds. */
  stay: unrecordedClientProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.client) })),

  /** When our office looked at the signed-in client's whole number, in the last twelve months. */
  reveals: clientProcedure.query(({ ctx }) => listReveals(ctx.client.userId, ctx.deps)),

  /** Confirms the signed-in client's account with the code that staff read out. */
  confirmWithCode: clientProcedure
    .meta({ audit: ['byClients', 'Typed a code to confirm the account'], tells: 'clients.confirmWithCode' })
    .input(z.strictObject({ code: z.string().max(40) }))
    .mutation(({ ctx, input }) => confirmWithCode({ ...input, client: ctx.client.userId }, ctx.deps)),

  /** Sends a code for a new PIN to the client's own email address. The response says nothing about the account. */
  emailPinCode: publicProcedure
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      requireFormToken('client-pin-code', input.token, ctx);
      await emailPinCode({ ...input, deviceSecret: clientDeviceCookie.read(ctx.cookies) }, ctx);
      return {};
    }),

  /** Sets a new PIN with a code that staff issued, or that was emailed. */
  setPin: publicProcedure
    .meta({ audit: ['signIns', 'Set a new PIN with a code'], tells: 'clients.setPin' })
    .input(z.strictObject({ answers, token, proof }))
    .mutation(async ({ ctx, input }) => {
      requireFormToken('client-login-reset', input.token, ctx);
      await setPin({ ...input, deviceSecret: clientDeviceCookie.read(ctx.cookies) }, ctx);
      return {};
    }),

  /** For staff who have identified the caller: clears the failed attempts of the caller's number. */
  reopen: reviewerProcedure
    .meta({ audit: ['changes', 'Reset the login attempts of a number'] })
    .input(accessInput)
    .mutation(({ ctx, input }) => reopenSignIn({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For staff on the phone with the client, at a number we know: the code that confirms the account. It is returned only once. */
  issueConfirmationCode: reviewerProcedure
    .meta({ audit: ['changes', 'Issued a confirmation code'] })
    .input(account.extend({ withoutContract: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => issueConfirmationCode({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For staff who have identified the caller: deletes the account of the caller's number, so that the caller can register. */
  freeSsn: reviewerProcedure
    .meta({ audit: ['changes', 'Freed a number'], confirmed: true })
    .input(z.union([account.extend({ evenConfirmed }), z.strictObject({ ssn, reason, evenConfirmed })]))
    .mutation(({ ctx, input }) => freeSsn({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** `was`: the name of the account as staff saw it. */
  correctName: reviewerProcedure
    .meta({
      audit: ['changes', 'Corrected a name'],
      entries: { 'clients.changed': ['changes', 'Saved changes'] },
    })
    .input(account.extend({ firstName: name, lastName: name, was: z.string().max(200).nullable() }))
    .mutation(({ ctx, input }) => correctName({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** The code for choosing a new PIN. It is returned only once. */
  issuePinCode: reviewerProcedure
    .meta({ audit: ['changes', 'Issued a PIN code'] })
    .input(account)
    .mutation(({ ctx, input }) => issuePinCode({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  endSessions: reviewerProcedure
    .meta({ audit: ['changes', 'Logged a client out everywhere'] })
    .input(accessInput)
    .mutation(({ ctx, input }) => endSessions({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  revealSsn: reviewerProcedure
    .meta({ audit: ['reveals', 'Showed a full Social Security number'], confirmed: true, tells: 'revealed' })
    .input(account)
    .mutation(async ({ ctx, input }) => ({
      ssn: await revealSsn({ ...input, staff: ctx.staff.userId }, ctx.deps),
    })),

  /** Deletes the account. Contracts stay. */
  close: reviewerProcedure
    .meta({ audit: ['changes', 'Closed an account'], confirmed: true })
    .input(account)
    .mutation(({ ctx, input }) => closeAccount({ ...input, staff: ctx.staff.userId }, ctx.deps)),
});

/** A duration, not a date: the clocks of people's phones may be wrong. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
