import type { SiteContext } from '#web/app/context.ts';
import type { SidebarState } from './portal.ts';

const cookie = 'portal-sidebar';
const maxAge = 7 * 24 * 60 * 60;

type Cookies = Pick<SiteContext, 'cookies'>;

/** @returns the state that this browser was left in, so that the server draws it and nothing moves. */
export function readSidebar({ cookies }: Cookies): SidebarState {
  return cookies.get(cookie) === 'closed' ? 'closed' : 'open';
}

/** Keeps the state for seven days. */
export function keepSidebar({ cookies }: Cookies, state: SidebarState): void {
  cookies.set(cookie, state, { sameSite: 'Lax', maxAge });
}
