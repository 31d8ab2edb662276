/** Every error code, with its HTTP status and its tRPC code: the only such table. */
const codes = {
  'bad-input': { status: 400, trpc: 'BAD_REQUEST' },
  'signed-out': { status: 401, trpc: 'UNAUTHORIZED' },
  forbidden: { status: 403, trpc: 'FORBIDDEN' },
  'not-found': { status: 404, trpc: 'NOT_FOUND' },
  conflict: { status: 409, trpc: 'CONFLICT' },
  'too-large': { status: 413, trpc: 'PAYLOAD_TOO_LARGE' },
  'too-many': { status: 429, trpc: 'TOO_MANY_REQUESTS' },
  unavailable: { status: 503, trpc: 'SERVICE_UNAVAILABLE' },
} as const;

export type DomainErrorCode = keyof typeof codes;

interface Extra {
  title?: string | undefined;
  fields?: Record<string, string>;
  reason?: string;
  cause?: unknown;
}

/**
 * An error whose message is shown to the user as it is.
 *
 * `fields` maps a field's name to how to correct it. `title` is the bold first line of the message, where it has one.
 * `reason` tells apart refusals with the same code and field.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly title: string | undefined;
  readonly fields: Record<string, string>;
  readonly reason: string | undefined;

  constructor(code: DomainErrorCode, message: string, { title, fields = {}, reason, cause }: Extra = {}) {
    super(message, { cause });
    this.code = code;
    this.title = title;
    this.fields = fields;
    this.reason = reason;
  }
}

/** For the pages: their build has its own copy of this class, so `instanceof` fails. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError';
}

/** @returns the HTTP status of a response that reports a refusal. */
export function httpStatusOf(code: DomainErrorCode): (typeof codes)[DomainErrorCode]['status'] {
  return codes[code].status;
}

export function trpcCodeOf(code: DomainErrorCode): (typeof codes)[DomainErrorCode]['trpc'] {
  return codes[code].trpc;
}
