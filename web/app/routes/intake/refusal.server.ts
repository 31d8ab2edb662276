import type { FieldErrors } from '@claimdesk/forms/definition';

export interface Refused {
  status: number;
  title: string;
  text: string;
  errors: FieldErrors;
}

const statusOf: Record<string, number> = {
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** @returns whether the procedure said no in words of ours, rather than failed. */
export function isRefusal(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && Object.hasOwn(statusOf, String(error.code));
}

/**
 * Reads what a procedure refused, for a page that shows it beside the form instead of as an error page.
 *
 * @returns our title, sentence and field messages, with the status of the page that shows them.
 * @throws the error itself when it is not a refusal but a failure.
 */
export function refusalOf(error: unknown): Refused {
  if (!isRefusal(error)) throw error;
  const status = statusOf[error.code] ?? 400;
  const { title, fields } = (error.cause ?? {}) as { title?: string; fields?: FieldErrors };
  return { status, title: title ?? 'There is a problem', text: error.message, errors: fields ?? {} };
}
