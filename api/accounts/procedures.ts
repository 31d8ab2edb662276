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

/** Only signed-in staff may call it: checked here, on the server, for every call. */
export const adminProcedure = publicProcedure.use(staffOnly).meta({ audience: 'staff' });
/** Only a signed-in client may call it. Each query must limit itself to the client's rows by `ctx.client.userId`. */
export const clientProcedure = publicProcedure.use(clientOnly).meta({ audience: 'client' });
