import type { SiteContext } from '../context.ts';

/** A minute: long enough for a redirect over a slow line. */
const maxAge = 60;

/**
 * What the page after a redirect says first, by a name and never by its words: nobody can make our page say theirs.
 *
 * @param cookie that carries the name. @param isKnown whether a name is one of ours.
 */
export function noticeCookie<Name extends string>(
  cookie: string,
  isKnown: (name: string | undefined) => name is Name,
) {
  return {
    /** Leaves a notice for the page that the answer redirects to. */
    leave({ cookies }: Pick<SiteContext, 'cookies'>, notice: Name): void {
      cookies.set(cookie, notice, { sameSite: 'Strict', maxAge });
    },
    /** @returns the notice that the page before left, once. */
    take({ cookies }: Pick<SiteContext, 'cookies'>): Name | null {
      const notice = cookies.get(cookie);
      if (notice === undefined) return null;
      cookies.clear(cookie);
      return isKnown(notice) ? notice : null;
    },
  };
}
