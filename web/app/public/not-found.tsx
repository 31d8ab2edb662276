import { siteContext } from '#web/app/context.ts';
import { leaveMissing } from '#web/app/ui/pages/moved-pages.server.ts';
import type { Route } from './+types/not-found';

/** Every path that no other route matches: moved, or "Oops! Page not found" from the root's error page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return leaveMissing(url.pathname, context.get(siteContext).api);
}

/** Without a component the response would be plain text instead of a page. */
export default function NotFound() {
  return null;
}
