import type { CookieJar } from '../cookies.ts';
import { hashSecret, madeSecret } from '../keys/fingerprint.ts';

/** A week: long enough to come back to, short enough for a computer that others use too. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** @returns the name of the cookie that holds the secret of the visitor's draft of a form. */
export function draftCookie(form: string): string {
  return `draft-${form}`;
}

/**
 * @returns the secret of the visitor's draft. What we did not make is none: somebody else may have made up the same, and
 * would read what is kept under it.
 */
export function draftSecret(cookies: CookieJar, form: string): string | undefined {
  const secret = cookies.get(draftCookie(form));
  return secret && madeSecret.test(secret) ? secret : undefined;
}

export function rememberDraft(cookies: CookieJar, form: string, secret: string): void {
  cookies.set(draftCookie(form), secret, { sameSite: 'Lax', maxAge: cookieSeconds });
}

/** @returns the key that a draft is sent under. It is not the draft's own id, which is another hash of the same secret. */
export function sendingKey(form: string, secret: string): string {
  return hashSecret(`${form}:${secret}`);
}
