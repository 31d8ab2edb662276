/** Where staff go after signing in, unless they were on their way to another page. */
export const firstPage = '/admin/dashboard';

/** Why somebody has to sign in: they never did, or their session is over. */
export type Ended = 'idle' | null;

/** @returns the sign-in page's address that leads back to `next`, a path of ours with its query. */
export function loginPath(next: string, ended: Ended = null): string {
  const query = new URLSearchParams();
  if (next !== firstPage) query.set('next', next);
  if (ended) query.set('ended', ended);
  const text = query.toString();
  return text ? `/admin/login?${text}` : '/admin/login';
}

/**
 * Reads where to go after signing in from the sign-in page's address. Anything but one of our own back-office pages is
 * ignored, so that a link sent by mail can't lead staff from our sign-in to another site.
 *
 * @param base any address of ours. @returns a path with its query.
 */
export function nextPath(wanted: string | null, base: string): string {
  if (!wanted || !URL.canParse(wanted, base)) return firstPage;
  const { origin, pathname, search } = new URL(wanted, base);
  const ours = origin === new URL(base).origin && /^\/admin\/(?!login|logout)[\w/-]+$/.test(pathname);
  return ours ? pathname + search : firstPage;
}
