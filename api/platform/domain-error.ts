import { TRPCError } from '@trpc/server';

/** The only mapping from our error codes to those of tRPC, and so of HTTP. */
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
 * An error whose message is shown to the user as it is.
 *
 * `fields` maps a field's name to how to correct it. `title` is the bold first line of the message, where it has one.
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

/** @returns the same error for tRPC; its cause carries title and fields to the response. */
export function toTrpcError(error: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[error.code], message: error.message, cause: error });
}
