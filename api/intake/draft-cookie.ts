import type { CookieJar } from '../cookies.ts';
import { hashSecret } from '../keys/fingerprint.ts';

/** A week: long enough to come back to, short enough for a computer that others use too. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** @returns the name of the cookie that holds the secret of the visitor's draft of a form. */
export function draftCookie(form: string): string {
  return `draft-${form}`;
}

export function rememberDraft(cookies: CookieJar, form: string, secret: string): void {
  cookies.set(draftCookie(form), secret, { sameSite: 'Lax', maxAge: cookieSeconds });
}

/** @returns the key that a draft is sent under. It is not the draft's own id, which is another hash of the same secret. */
export function sendingKey(form: string, secret: string): string {
  return hashSecret(`${form}:${secret}`);
}
