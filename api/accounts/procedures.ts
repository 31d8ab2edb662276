import { z } from 'zod';
import { DomainError } from '#api/platform/domain-error.ts';
import { middleware, publicProcedure } from '#api/platform/trpc.ts';
import { readClientSession, touchClientSession } from './clients/client-session.ts';
import { requireConfirmation } from './staff/confirmation.ts';
import { rolesFor, type StaffRole } from './staff/roles.ts';
import { isActive, staffModel } from './staff/staff.model.ts';
import { readStaffSession, touchStaffSession } from './staff/staff-session.ts';

/**
 * Screens read on their own, people change things: so a mutation extends the session and a read does not. The account is
 * read at each call, so that a new role counts at once, and a disabled account ends even where a session is left.
 */
const staffOnly = middleware(async ({ next, ctx, type, path }) => {
  const session = await (type === 'mutation' ? touchStaffSession(ctx) : readStaffSession(ctx));
  const account = session && (await staffModel(ctx.deps.portal).findById(session.userId).lean());
  if (!session || !account || !isActive(account))
    throw new DomainError('signed-out', 'Please sign in to go on.');
  requireRole(account.role, path);
  requireConfirmation(session, path, 'call');
  return next({ ctx: { ...ctx, staff: { ...session, role: account.role } } });
});

/** @throws DomainError `forbidden` when the role may not call the procedure. */
export function requireRole(role: StaffRole, procedure: string): void {
  const roles = rolesFor(procedure);
  if (roles.includes(role)) return;
  throw new DomainError(
    'forbidden',
    roles.includes('reviewer')
      ? 'Your account may only look at records. Ask an administrator if you need to change them.'
      : 'Only an administrator may do this.',
  );
}

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
/** For a signed-in client, off the record: only for the session itself. */
export const unrecordedClientProcedure = publicProcedure.use(clientOnly).meta({ audience: 'client' });
/** Only a signed-in client may call it; what it changes is put on record before it runs. Each query must limit itself to the client's rows by `ctx.client.userId`. */
export const clientProcedure = unrecordedClientProcedure
  .use(async ({ ctx, path, type, next }) => {
    if (type === 'mutation')
      await ctx.deps.audit.record({ actor: `client:${ctx.client.userId}`, action: path, subject: null });
    return next();
  })
  .meta({ audience: 'client', recorded: true });

/** @returns the id that a call is about. Only what has the format of our ids: anything else could be personal data. */
function subjectOf(input: unknown): string | null {
  const parsed = z.object({ id: z.string().regex(/^([0-9a-f]{24}|[0-9a-f-]{36})$/) }).safeParse(input);
  return parsed.success ? parsed.data.id : null;
}
