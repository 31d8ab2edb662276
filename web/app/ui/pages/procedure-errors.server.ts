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

/** What a page shows beside its form when a procedure refused or failed. */
export interface FormRefusal {
  status: number;
  title: string;
  text: string;
  /** A sentence for each field that has to be corrected. */
  errors: FieldErrors;
}

const defaultWords = {
  title: 'There is a problem',
  text: 'Something went wrong on our side. Please try again.',
};

/**
 * Translates any error of a procedure for the page that shows it.
 *
 * @param words the title of a refusal that has none, and what the page says of an unforeseen failure.
 */
export function refusalOf(error: unknown, words: Partial<typeof defaultWords> = {}): FormRefusal {
  const { title, text } = { ...defaultWords, ...words };
  if (!isDomainError(error)) return { status: 500, title, text, errors: {} };
  return {
    status: httpStatusOf(error.code),
    title: error.title ?? title,
    text: error.message,
    errors: error.fields,
  };
}

/** @returns the errors for a form's fields; a refusal that names no field goes to the whole form, under ''. */
export function fieldErrorsOf({ errors, text }: FormRefusal): FieldErrors {
  return Object.keys(errors).length > 0 ? errors : { '': text };
}

/** @returns the refusal to show beside a form, or null where the error belongs on an error page. */
export function readFormRefusal(error: unknown): FormRefusal | null {
  return isRefused(error, 'bad-input', 'not-found', 'too-many', 'unavailable') ? refusalOf(error) : null;
}

/** As `readFormRefusal`. @throws the error itself where it belongs on an error page. */
export function formRefusalOf(error: unknown): FormRefusal {
  const refusal = readFormRefusal(error);
  if (!refusal) throw error;
  return refusal;
}
