import { data, redirect } from 'react-router';
import type { SiteContext } from '../../context.ts';
import { answerOf } from '../../procedure-errors.server.ts';

/**
 * Ends the loading of an address that nothing stands at: goes to where an editor sent its visitors, or says not found.
 *
 * @param path without query and anchor.
 * @throws a redirect, or 404.
 */
export async function leaveMissing(path: string, api: SiteContext['api']): Promise<never> {
  const moved = await answerOf(api.content.redirect({ path: path.slice(0, 2048) }));
  if (moved) throw redirect(moved.to, moved.permanent ? 301 : 302);
  throw data(null, { status: 404 });
}
