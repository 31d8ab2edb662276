import type { RequestContext } from '#api/platform/context.ts';
import { type Agreement, currentAgreement } from './agreement.ts';

const cookieName = 'agreement';
/** As long as the draft cookie. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** Records in the browser which version it was shown, so that nobody signs another one. @returns the current text. */
export function showAgreement({ cookies }: RequestContext): Agreement {
  cookies.set(cookieName, currentAgreement.version, { sameSite: 'Lax', maxAge: cookieSeconds });
  return currentAgreement;
}

/** @returns the version that this browser was last shown. */
export function shownAgreement({ cookies }: RequestContext): string | undefined {
  return cookies.get(cookieName);
}
