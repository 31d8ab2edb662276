import { z } from 'zod';
import { longestProof } from '../robots/challenge.ts';
import type { Session } from '../sessions.ts';
import { adminProcedure, clientProcedure, publicProcedure, router } from '../trpc.ts';
import { endClientSession, openClientSession } from './client-session.ts';
import { openForm, requireFormToken } from './open-form.ts';
import { readFirstName } from './read-first-name.ts';
import { register } from './register.ts';
import { reopenSignIn } from './reopen-sign-in.ts';
import { signIn } from './sign-in.ts';

const form = z.enum(['client-login', 'client-registration']);
const token = z.string().max(200);
const answers = z.record(z.string().max(60), z.unknown());

export const clientsRouter = router({
  /** What such a form is made of, and what it brings along. */
  open: publicProcedure.input(z.strictObject({ form })).query(({ ctx, input }) => openForm(input.form, ctx)),

  register: publicProcedure.input(z.strictObject({ answers, token })).mutation(async ({ ctx, input }) => {
    requireFormToken({ form: 'client-registration', token: input.token }, ctx);
    await register(input.answers, ctx.address, ctx.deps);
    return {};
  }),

  signIn: publicProcedure
    .input(z.strictObject({ answers, token, proof: z.string().max(longestProof).default('') }))
    .mutation(async ({ ctx, input }) => {
      requireFormToken({ form: 'client-login', token: input.token }, ctx);
      await openClientSession(ctx, await signIn(input, ctx));
      return {};
    }),

  signOut: clientProcedure.mutation(({ ctx }) => endClientSession(ctx)),

  /** Who is signed in, and for how long if nothing more happens. Asking does not prolong it. */
  me: clientProcedure.query(async ({ ctx }) => ({
    firstName: await readFirstName(ctx.client.userId, ctx.deps),
    endsInMs: endsInMs(ctx.client),
  })),

  /** Somebody is there: starts the idle time anew. @returns how long the session now lasts, in milliseconds. */
  stay: clientProcedure.mutation(({ ctx }) => ({ endsInMs: endsInMs(ctx.client) })),

  /** For staff who are sure who calls: lets a number try again that too many failures closed or slowed down. */
  reopen: adminProcedure
    .input(z.strictObject({ ssn: z.string().regex(/^\d{9}$/) }))
    .mutation(async ({ ctx, input }) => {
      await reopenSignIn(input.ssn, ctx.deps);
      ctx.deps.log.info('client sign-in opened', { staff: ctx.staff.userId });
    }),
});

/** A span and not a date: the clocks of people's phones need not be right. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
