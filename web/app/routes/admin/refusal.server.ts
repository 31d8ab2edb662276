const statusOf: Record<string, number> = {
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
};

/** A procedure's refusal, for the page that the form is on. */
export interface Refusal {
  status: number;
  title: string | undefined;
  text: string;
}

/**
 * @param error what a procedure threw. @param unexpected our words for everything that nobody foresaw (SPEC section 8).
 */
export function refusalOf(error: unknown, unexpected: string): Refusal {
  const status = error instanceof Error && 'code' in error ? statusOf[String(error.code)] : undefined;
  if (!(error instanceof Error) || !status) return { status: 503, title: undefined, text: unexpected };
  const { cause } = error;
  const title = cause && typeof cause === 'object' && 'title' in cause ? cause.title : undefined;
  return { status, title: typeof title === 'string' ? title : undefined, text: error.message };
}
