import { getForm } from '@claimdesk/forms/registry';
import { z } from 'zod';
import type { Session } from '../sessions.ts';
import { clientProcedure, publicProcedure, router } from '../trpc.ts';
import { endClientSession, openClientSession } from './client-session.ts';
import { makeClientFormToken, requireClientFormToken } from './form-token.ts';
import { readFirstName } from './read-first-name.ts';
import { register } from './register.ts';
import { signIn } from './sign-in.ts';

const form = z.enum(['client-login', 'client-registration']);
const token = z.string().max(200);
const answers = z.record(z.string().max(60), z.unknown());

export const clientsRouter = router({
  /** What such a form is made of, and the token that it brings along. */
  open: publicProcedure.input(z.strictObject({ form })).query(({ ctx, input }) => ({
    definition: getForm(input.form),
    token: makeClientFormToken(input.form, ctx),
  })),

  register: publicProcedure.input(z.strictObject({ answers, token })).mutation(async ({ ctx, input }) => {
    requireClientFormToken({ form: 'client-registration', token: input.token }, ctx);
    await register(input.answers, ctx.address, ctx.deps);
    return {};
  }),

  signIn: publicProcedure.input(z.strictObject({ answers, token })).mutation(async ({ ctx, input }) => {
    requireClientFormToken({ form: 'client-login', token: input.token }, ctx);
    await openClientSession(ctx, await signIn(input.answers, ctx));
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
});

/** A span and not a date: the clocks of people's phones need not be right. */
function endsInMs({ endsAt }: Session): number {
  return endsAt.getTime() - Date.now();
}
