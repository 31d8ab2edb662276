import { data, redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { answerOf } from './procedure-errors.server.ts';

/**
 * Redirects an address without a page to where an editor has moved it.
 *
 * @param path without query and anchor.
 * @throws a redirect, where there is one.
 */
export async function redirectIfMoved(path: string, api: SiteContext['api']): Promise<void> {
  const moved = await answerOf(api.content.redirect({ path: path.slice(0, 2048) }));
  if (moved) throw redirect(moved.to, moved.permanent ? 301 : 302);
}

/** Ends the loading of an address without a page. @throws a redirect where the page has moved, else 404. */
export async function leaveMissing(path: string, api: SiteContext['api']): Promise<never> {
  await redirectIfMoved(path, api);
  throw data(null, { status: 404 });
}
