import { siteContext } from '../context.ts';
import type { Route } from './+types/not-found';
import { leaveMissing } from './page/moved.server.ts';

/** Every address that no other route knows: moved, or "Oops! Page not found" from the error page around all. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return leaveMissing(new URL(request.url).pathname, context.get(siteContext).api);
}

/** Without a component the answer would be plain text instead of a page. */
export default function NotFound() {
  return null;
}
