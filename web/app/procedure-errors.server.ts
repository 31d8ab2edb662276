import { type DomainErrorCode, httpStatusOf, isDomainError } from '@claimdesk/api/domain-error';
import type { FieldErrors } from '@claimdesk/forms/definition';
import { data } from 'react-router';

/** @returns whether a procedure refused with one of these codes. */
export function isRefused(error: unknown, ...codes: DomainErrorCode[]): boolean {
  return isDomainError(error) && codes.includes(error.code);
}

/**
 * Waits for a procedure in a loader. What it refuses becomes an error page with the matching status and the procedure's
 * own words; an unforeseen failure is thrown on as it is and logged.
 */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isDomainError(error)) throw data(error.message, { status: httpStatusOf(error.code) });
    throw error;
  }
}

/** What a page shows of a refusal beside its form. */
export interface FormRefusal {
  status: number;
  title: string;
  text: string;
  /** A sentence for each field that has to be corrected. */
  errors: FieldErrors;
}

/** @returns the refusal to show beside a form, or null where the error belongs on an error page. */
export function readFormRefusal(error: unknown): FormRefusal | null {
  if (!isDomainError(error) || !isRefused(error, 'bad-input', 'not-found', 'too-many', 'unavailable')) {
    return null;
  }
  const { code, title = 'There is a problem', message: text, fields: errors } = error;
  return { status: httpStatusOf(code), title, text, errors };
}

/** As `readFormRefusal`. @throws the error itself where it belongs on an error page. */
export function formRefusalOf(error: unknown): FormRefusal {
  const refusal = readFormRefusal(error);
  if (!refusal) throw error;
  return refusal;
}
