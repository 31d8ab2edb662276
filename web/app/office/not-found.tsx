import { data } from 'react-router';
import { redirectIfMoved } from '#web/app/ui/pages/moved-pages.server.ts';
import type { Route } from './+types/not-found';
import { backOfficeMeta } from './back-office.ts';
import { BackToDashboard } from './back-office-frame.tsx';
import { forStaff } from './staff-request.server.ts';

const title = 'Page not found';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    // Requires a session: nobody else learns which pages exist.
    await api.staff.me();
    await redirectIfMoved(page.url.pathname, api);
    return data(null, { status: 404 });
  });
}

export function meta() {
  return backOfficeMeta(title);
}

/** Every address of the back office without a page of its own. */
export default function NotFound() {
  return (
    <>
      <h1>{title}</h1>
      <p>The address may be mistyped, or the page has moved. You are still logged in.</p>
      <BackToDashboard />
    </>
  );
}
