import type { CookieJar } from '#api/platform/http/cookies.ts';

const name = 'agreement';
/** As long as the draft cookie. */
const maxAge = 7 * 24 * 60 * 60;

/** Records in the browser which version of the agreement it was shown, so that nobody signs another one. */
export const agreementCookie = {
  /** @returns the version that this browser was last shown. */
  read: (cookies: CookieJar) => cookies.get(name),
  set: (cookies: CookieJar, version: string) => cookies.set(name, version, { sameSite: 'Lax', maxAge }),
};
