import { statusOf } from '../../procedure-errors.server.ts';

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
  const status = statusOf(error);
  if (!(error instanceof Error) || !status) return { status: 500, title: undefined, text: unexpected };
  const { title } = (error.cause ?? {}) as { title?: string };
  return { status, title, text: error.message };
}
