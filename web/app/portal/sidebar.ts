import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import type { Route } from './+types/sidebar';
import { portal } from './portal.ts';
import { keepSidebar } from './sidebar-cookie.server.ts';

export function loader() {
  return redirect(portal.firstPage);
}

/** Stores the state of the sidebar, and redirects back. It holds no personal data, so it needs no session. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = new URLSearchParams(await request.text());
  keepSidebar(site, posted.get('state') === 'closed' ? 'closed' : 'open');
  return redirect(portal.nextPath(posted.get('back'), site.origin), 303);
}
