import type { SiteContext } from '#web/app/context.ts';

/** In seconds; long enough for a redirect over a slow connection. */
const maxAge = 60;

/**
 * The message that the page after a redirect shows first. The cookie carries a name, never the words, so that nobody
 * can inject text into our page.
 *
 * @param cookie that carries the name. @param isKnown whether a name is one of ours.
 */
export function noticeCookie<Name extends string>(
  cookie: string,
  isKnown: (name: string | undefined) => name is Name,
) {
  return {
    /** Leaves a notice for the page that the response redirects to. */
    leave({ cookies }: Pick<SiteContext, 'cookies'>, notice: Name): void {
      cookies.set(cookie, notice, { sameSite: 'Strict', maxAge });
    },
    /** @returns the notice that the previous page left, once. */
    take({ cookies }: Pick<SiteContext, 'cookies'>): Name | null {
      const notice = cookies.get(cookie);
      if (notice === undefined) return null;
      cookies.clear(cookie);
      return isKnown(notice) ? notice : null;
    },
  };
}
