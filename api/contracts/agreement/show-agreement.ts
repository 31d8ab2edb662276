import type { RequestContext } from '../../context.ts';
import { type Agreement, currentAgreement } from './agreement.ts';

const cookieName = 'agreement';
/** As long as the draft's cookie. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** @returns today's text, and notes in the browser which one it was shown, so that nobody signs another. */
export function showAgreement({ cookies }: RequestContext): Agreement {
  cookies.set(cookieName, currentAgreement.version, { sameSite: 'Lax', maxAge: cookieSeconds });
  return currentAgreement;
}

/** @returns the version that this browser was shown last. */
export function shownAgreement({ cookies }: RequestContext): string | undefined {
  return cookies.get(cookieName);
}
