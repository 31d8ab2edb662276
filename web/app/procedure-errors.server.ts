import type { FieldErrors } from '@claimdesk/forms/definition';
import { data } from 'react-router';

const statuses: Record<string, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** @returns the HTTP status of what a procedure refused, or undefined when it failed unforeseen. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error ? statuses[String(error.code)] : undefined;
}

/** What a procedure refused, in words of ours. */
interface Refusal {
  status: number;
  /** The refusal's own title, where it has one. */
  title: string | undefined;
  text: string;
  /** A sentence for each field that has to be corrected. */
  errors: FieldErrors;
}

/** @returns what a procedure refused, or null when it failed unforeseen. */
export function readRefusal(error: unknown): Refusal | null {
  const status = statusOf(error);
  if (!status || !(error instanceof Error)) return null;
  const { title, fields = {} } = (error.cause ?? {}) as { title?: string; fields?: FieldErrors };
  return { status, title, text: error.message, errors: fields };
}

/**
 * Waits for a procedure in a loader. What it refuses becomes an error page with the matching status and the procedure's
 * own words; an unforeseen failure is thrown on as it is and logged.
 */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal) throw data(refusal.text, { status: refusal.status });
    throw error;
  }
}

/** A refusal that a public page shows beside its form. */
export interface FormRefusal extends Refusal {
  title: string;
}

/** All other refusals become an error page. */
const shownBesideForm = [400, 404, 429, 503];

/** @returns the refusal to show beside a form, or null where the error belongs on an error page. */
export function readFormRefusal(error: unknown): FormRefusal | null {
  const refusal = readRefusal(error);
  if (!refusal || !shownBesideForm.includes(refusal.status)) return null;
  return { ...refusal, title: refusal.title ?? 'There is a problem' };
}

/** As `readFormRefusal`. @throws the error itself where it belongs on an error page. */
export function formRefusalOf(error: unknown): FormRefusal {
  const refusal = readFormRefusal(error);
  if (!refusal) throw error;
  return refusal;
}
