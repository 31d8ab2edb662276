import { z } from 'zod';
import { DomainError } from '#api/platform/domain-error.ts';
import { middleware, publicProcedure } from '#api/platform/trpc.ts';
import { readClientSession, touchClientSession } from './clients/client-session.ts';
import { readStaffSession, touchStaffSession } from './staff/staff-session.ts';

/** Screens read on their own, people change things: so a mutation extends the session and a read does not. */
const staffOnly = middleware(async ({ next, ctx, type }) => {
  const staff = await (type === 'mutation' ? touchStaffSession(ctx) : readStaffSession(ctx));
  if (!staff) throw new DomainError('signed-out', 'Please sign in to go on.');
  return next({ ctx: { ...ctx, staff } });
});

/** As for staff: what a screen reads on its own keeps nobody signed in. */
const clientOnly = middleware(async ({ next, ctx, type }) => {
  const client = await (type === 'mutation' ? touchClientSession(ctx) : readClientSession(ctx));
  if (!client) throw new DomainError('signed-out', 'Please sign in to go on.');
  return next({ ctx: { ...ctx, client } });
});

/**
 * For signed-in staff, off the record: only for the session itself, and for counts and states without personal data, which
 * an open screen reads again and again.
 */
export const unrecordedAdminProcedure = publicProcedure.use(staffOnly).meta({ audience: 'staff' });
/** Only signed-in staff may call it: checked here, on the server, for every call, which is put on record before it runs. */
export const adminProcedure = unrecordedAdminProcedure
  .use(async ({ ctx, path, getRawInput, next }) => {
    const subject = subjectOf(await getRawInput());
    await ctx.deps.audit.record({ actor: `staff:${ctx.staff.userId}`, action: path, subject });
    return next();
  })
  .meta({ audience: 'staff', recorded: true });
/** Only a signed-in client may call it. Each query must limit itself to the client's rows by `ctx.client.userId`. */
export const clientProcedure = publicProcedure.use(clientOnly).meta({ audience: 'client' });

/** @returns the id that a call is about. Only what has the format of our ids: anything else could be personal data. */
function subjectOf(input: unknown): string | null {
  const parsed = z.object({ id: z.string().regex(/^([0-9a-f]{24}|[0-9a-f-]{36})$/) }).safeParse(input);
  return parsed.success ? parsed.data.id : null;
}
