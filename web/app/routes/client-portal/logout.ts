import { redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import { isSignedOut } from '../../session/for-signed-in.server.ts';
import type { Route } from './+types/logout';
import { leaveClientNotice } from './notices.server.ts';
import { portal } from './portal.ts';

/** Log Out is a POST, so that no link or image can do it; whoever comes here by address goes on to the portal. */
export function loader() {
  return redirect(portal.firstPage);
}

export async function action({ context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  try {
    await site.api.clients.signOut();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  leaveClientNotice(site, 'signed-out');
  return redirect(portal.loginPath(portal.firstPage), 303);
}
