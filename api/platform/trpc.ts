import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { AuditDetails } from './audit/audit-chain.ts';
import type { AuditWords } from './audit/audit-kinds.ts';
import type { RequestContext } from './context.ts';
import { DomainError, trpcCodeOf } from './domain-error.ts';
import { errorLocation } from './log.ts';

const internalError = 'Something went wrong on our side. Please try again.';
const unreadable = 'Some of what was sent is missing or not in the form we expect.';

/**
 * Who may call a procedure: of staff all of them, those who work on cases, or administrators only. `npm run test:attacks` tries
 * everyone else.
 */
export type Audience = 'anyone' | 'client' | 'staff' | 'reviewers' | 'admins';

export interface ProcedureMeta {
  /** Of every procedure, by its base procedure; nobody may call one that has none. */
  audience?: Audience;
  /** Whether a session alone is not enough: its caller must have confirmed who they are not long ago. */
  confirmed?: boolean;
  /** Whether each call is an entry of the audit log. */
  recorded?: boolean;
  /** How its entries are found and read. */
  audit?: AuditWords;
  /** What else its calls put on record, by the action. */
  entries?: Readonly<Record<string, AuditWords>>;
  /** The part of the product that its entries belong to; left out where its router is called the same. */
  area?: string;
  /** The address of the page of its record, without the id; that of `detail` is that of its whole router. */
  page?: string;
  /** Further details for its audit entries. @param input as it was sent, unchecked. */
  details?(input: unknown): AuditDetails;
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    /** What a caller learns about an error: our message, the fields it belongs to, and nothing else. */
    errorFormatter({ shape, error }) {
      const { code, httpStatus } = shape.data;
      const refusal = error.cause instanceof DomainError ? error.cause : undefined;
      return {
        ...shape,
        message: refusal?.message ?? wordsFor(error),
        data: {
          code,
          httpStatus,
          /** Tells our refusals apart; null for an unexpected error. */
          refusal: refusal?.code ?? null,
          /** Whether it succeeds once the caller has confirmed who they are. */
          needsConfirmation: refusal?.reason === 'confirm',
          title: refusal?.title,
          fields: refusal?.cause instanceof ZodError ? fieldsOf(refusal.cause) : (refusal?.fields ?? {}),
        },
      };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  });

/** Maps every refusal to tRPC's codes; an unexpected error is logged by its location, never by its message. */
const plainErrors = t.middleware(async ({ next, ctx, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const refusal = cause instanceof ZodError ? new DomainError('bad-input', unreadable, { cause }) : cause;
  if (refusal instanceof DomainError) {
    throw new TRPCError({ code: trpcCodeOf(refusal.code), message: refusal.message, cause: refusal });
  }
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    ctx.deps.log.error('procedure failed', { path, error: errorLocation(cause ?? result.error) });
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: internalError });
  }
  return result;
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const middleware = t.middleware;
export const createCallerFactory = t.createCallerFactory;

/** For callers in this process, which get a refusal as the `DomainError` that was thrown. */
export function throwRefusal({ error: { cause } }: { error: TRPCError }): void {
  if (cause instanceof DomainError) throw cause;
}

export const publicProcedure = t.procedure.use(plainErrors).meta({ audience: 'anyone' });

function wordsFor(error: TRPCError): string {
  if (error.code === 'NOT_FOUND') return 'There is nothing at this address.';
  if (error.code === 'INTERNAL_SERVER_ERROR') return internalError;
  return unreadable;
}

function fieldsOf(error: ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map((issue) => [issue.path.map(String).join('.') || 'request', unreadable]),
  );
}
