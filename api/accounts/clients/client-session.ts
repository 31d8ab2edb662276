import { makeDeviceCookie, makeSessionCookie } from '#api/accounts/sign-in-cookies.ts';
import type { CookieJar } from '#api/platform/http/cookies.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';

/** Lax, so that a link in our emails takes a signed-in client to the portal. */
export const {
  open: openClientSession,
  read: readClientSession,
  touch: touchClientSession,
  end: endClientSession,
} = makeSessionCookie({ name: 'client', sameSite: 'Lax' }, ({ clientSessions }) => clientSessions);

export const clientDeviceCookie = makeDeviceCookie({ name: 'client-device', sameSite: 'Lax' });

/** The cookie that the tokens of both forms for visitors are bound to; it does not identify the visitor. */
const formCookie = 'client-form';

/** @returns the secret that this browser's form tokens are bound to, or undefined without our cookie. */
export function readFormHolder(cookies: CookieJar): string | undefined {
  return cookies.get(formCookie);
}

/** @returns the secret that this browser's form tokens are bound to; a new one if it has none yet. */
export function ensureFormHolder(cookies: CookieJar): string {
  const held = cookies.get(formCookie);
  if (held) return held;
  const holder = makeSecret();
  cookies.set(formCookie, holder, { sameSite: 'Lax' });
  return holder;
}
