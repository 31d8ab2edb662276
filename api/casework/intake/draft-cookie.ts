import type { CookieJar } from '#api/platform/http/cookies.ts';
import { hashSecret, secretPattern } from '#api/platform/keys/fingerprint.ts';

/** One week: long enough to come back, short enough for a shared computer. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** @returns the name of the cookie that holds the secret of the visitor's draft. */
export function draftCookie(form: string): string {
  return `draft-${form}`;
}

/**
 * @returns the secret of the visitor's draft. A value that we did not generate is ignored: two visitors could make up
 * the same one, and each would read the other's answers.
 */
export function draftSecret(cookies: CookieJar, form: string): string | undefined {
  const secret = cookies.get(draftCookie(form));
  return secret && secretPattern.test(secret) ? secret : undefined;
}

/** @param shared on a shared computer, the browser forgets the draft when it is closed. */
export function setDraftCookie(
  cookies: CookieJar,
  form: string,
  secret: string,
  { shared = false }: { shared?: boolean } = {},
): void {
  cookies.set(draftCookie(form), secret, { sameSite: 'Lax', ...(!shared && { maxAge: cookieSeconds }) });
}

/** @returns the submission key of a draft. It differs from the draft's id, which is another hash of the same secret. */
export function submissionKey(form: string, secret: string): string {
  return hashSecret(`${form}:${secret}`);
}
