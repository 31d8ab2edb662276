import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { lookAtClientSession, prolongClientSession } from './clients/client-session.ts';
import type { RequestContext } from './context.ts';
import { DomainError, toTrpcError } from './domain-error.ts';
import { placeOf } from './log.ts';
import { lookAtStaffSession, prolongStaffSession } from './staff/staff-session.ts';

const sorry = 'Something went wrong on our side. Please try again.';
const unreadable = 'Some of what was sent is missing or not in the form we expect.';

const t = initTRPC.context<RequestContext>().create({
  /** What leaves the process about an error: our words, the fields they belong to, and nothing else. */
  errorFormatter({ shape, error }) {
    const { cause } = error;
    const known = cause instanceof DomainError;
    const message = known ? cause.message : wordsFor(error);
    return {
      ...shape,
      message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        title: known ? cause.title : undefined,
        fields: known ? cause.fields : cause instanceof ZodError ? fieldsOf(cause) : {},
      },
    };
  },
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
});

/** Turns what a verb throws into what HTTP understands; anything unforeseen is logged by its place, not its message. */
const plainErrors = t.middleware(async ({ next, ctx, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof DomainError) throw toTrpcError(cause);
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    ctx.deps.log.error('procedure failed', { path, error: placeOf(cause ?? result.error) });
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: sorry });
  }
  if (cause instanceof ZodError) throw new TRPCError({ code: 'BAD_REQUEST', message: unreadable, cause });
  return result;
});

/** Screens read by themselves, people change things: so a mutation prolongs the session and a read does not. */
const staffOnly = t.middleware(async ({ next, ctx, type }) => {
  const staff = await (type === 'mutation' ? prolongStaffSession(ctx) : lookAtStaffSession(ctx));
  if (!staff) throw new DomainError('signed-out', 'Please sign in to go on.');
  return next({ ctx: { ...ctx, staff } });
});

/** For a client as for staff: what a screen reads by itself keeps nobody signed in. */
const clientOnly = t.middleware(async ({ next, ctx, type }) => {
  const client = await (type === 'mutation' ? prolongClientSession(ctx) : lookAtClientSession(ctx));
  if (!client) throw new DomainError('signed-out', 'Please sign in to go on.');
  return next({ ctx: { ...ctx, client } });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Anybody may call it. */
export const publicProcedure = t.procedure.use(plainErrors);
/** Only signed-in staff may call it: checked here, on the server, for every call. */
export const adminProcedure = publicProcedure.use(staffOnly);
/** Only a signed-in client may call it. Which rows are theirs is for each query to say, by `ctx.client.userId`. */
export const clientProcedure = publicProcedure.use(clientOnly);

function wordsFor(error: TRPCError): string {
  if (error.code === 'NOT_FOUND') return 'There is nothing at this address.';
  if (error.code === 'INTERNAL_SERVER_ERROR') return sorry;
  return error.code === 'UNAUTHORIZED' ? 'Please sign in to go on.' : unreadable;
}

function fieldsOf(error: ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map((issue) => [issue.path.map(String).join('.') || 'request', unreadable]),
  );
}
