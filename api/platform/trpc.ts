import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { RequestContext } from './context.ts';
import { DomainError, toTrpcError } from './domain-error.ts';
import { errorLocation } from './log.ts';

const internalError = 'Something went wrong on our side. Please try again.';
const unreadable = 'Some of what was sent is missing or not in the form we expect.';

/** Who may call a procedure. Each base procedure declares it, and `npm run test:attacks` tries everyone else. */
export type Audience = 'anyone' | 'client' | 'staff';

const t = initTRPC
  .context<RequestContext>()
  .meta<{ audience: Audience }>()
  .create({
    /** What a caller learns about an error: our message, the fields it belongs to, and nothing else. */
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

/** Maps domain errors to HTTP statuses; an unexpected error is logged by its location, never by its message. */
const plainErrors = t.middleware(async ({ next, ctx, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof DomainError) throw toTrpcError(cause);
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    ctx.deps.log.error('procedure failed', { path, error: errorLocation(cause ?? result.error) });
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: internalError });
  }
  if (cause instanceof ZodError) throw new TRPCError({ code: 'BAD_REQUEST', message: unreadable, cause });
  return result;
});

export const router = t.router;
export const middleware = t.middleware;
export const createCallerFactory = t.createCallerFactory;

/** Anyone may call it. */
export const publicProcedure = t.procedure.use(plainErrors).meta({ audience: 'anyone' });
function wordsFor(error: TRPCError): string {
  if (error.code === 'NOT_FOUND') return 'There is nothing at this address.';
  if (error.code === 'INTERNAL_SERVER_ERROR') return internalError;
  return error.code === 'UNAUTHORIZED' ? 'Please sign in to go on.' : unreadable;
}

function fieldsOf(error: ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map((issue) => [issue.path.map(String).join('.') || 'request', unreadable]),
  );
}
