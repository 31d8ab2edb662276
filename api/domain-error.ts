import { TRPCError } from '@trpc/server';

/** The one table from what went wrong in our terms to what tRPC (and so HTTP) calls it. */
const trpcCodes = {
  'bad-input': 'BAD_REQUEST',
  'signed-out': 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  'too-many': 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const;

export type DomainErrorCode = keyof typeof trpcCodes;

/**
 * Something that a person is told about, in words fit for the page.
 *
 * `fields` maps a field's name to what to do about it. `title` is the bold line of the message where the
 * specification gives one (SPEC section 8).
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly title: string | undefined;
  readonly fields: Record<string, string>;

  constructor(
    code: DomainErrorCode,
    message: string,
    extra: { title?: string | undefined; fields?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.title = extra.title;
    this.fields = extra.fields ?? {};
  }
}

/** @returns the same failure as tRPC knows it, with the cause kept so that title and fields reach the answer. */
export function toTrpcError(error: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[error.code], message: error.message, cause: error });
}
