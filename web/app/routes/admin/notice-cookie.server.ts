import type { SiteContext } from '../../context.ts';
import { isNotice, type NoticeName } from './notices.ts';

const cookie = 'admin-notice';
/** A minute: long enough for a redirect over a slow line. */
const maxAge = 60;

/** Leaves a notice for the page that the answer redirects to. */
export function leaveNotice({ cookies }: Pick<SiteContext, 'cookies'>, notice: NoticeName): void {
  cookies.set(cookie, notice, { sameSite: 'Strict', maxAge });
}

/** @returns the notice that the page before left, once. */
export function takeNotice({ cookies }: Pick<SiteContext, 'cookies'>): NoticeName | null {
  const notice = cookies.get(cookie);
  if (notice === undefined) return null;
  cookies.clear(cookie);
  return isNotice(notice) ? notice : null;
}
