import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/logout';
import { leaveClientNotice } from './client-request.server.ts';
import { everywhere, portal } from './portal.ts';

/** Log Out is a POST, so that no link or image can do it; a GET redirects to the portal. */
export function loader() {
  return redirect(portal.firstPage);
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = new URLSearchParams(await request.text());
  const all = posted.get(everywhere.name) === everywhere.value;
  try {
    await (all ? site.api.clients.signOutEverywhere() : site.api.clients.signOut());
    leaveClientNotice(site, all ? 'signed-out-everywhere' : 'signed-out');
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    leaveClientNotice(site, 'signed-out');
  }
  return redirect(portal.loginPath(portal.firstPage), 303);
}
