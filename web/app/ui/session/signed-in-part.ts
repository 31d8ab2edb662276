/** Why signing in is needed: null for the first time, `idle` when the session has ended. */
export type Ended = 'idle' | null;

/** A part of the site for signed-in users, and its sign-in page. */
export interface SignedInPart {
  /** Where users go after signing in, unless they were on their way to another page of the part. */
  firstPage: string;
  /** @returns the sign-in page's path that returns to `next`, a path of ours with its query. */
  loginPath(next: string, ended?: Ended): string;
  /**
   * Reads where to go after signing in from the sign-in page's URL. Anything but a page of this part is ignored, so
   * that a phishing link cannot lead from our sign-in to another site.
   *
   * @param base any address of ours. @returns a path with its query.
   */
  nextPath(wanted: string | null, base: string): string;
}

/** @param pages what the paths of its pages look like. */
export function signedInPart({
  loginPage,
  firstPage,
  pages,
}: {
  loginPage: string;
  firstPage: string;
  pages: RegExp;
}): SignedInPart {
  return {
    firstPage,
    loginPath(next, ended = null) {
      const query = new URLSearchParams();
      if (next !== firstPage) query.set('next', next);
      if (ended) query.set('ended', ended);
      const text = query.toString();
      return text ? `${loginPage}?${text}` : loginPage;
    },
    nextPath(wanted, base) {
      if (!wanted || !URL.canParse(wanted, base)) return firstPage;
      const { origin, pathname, search } = new URL(wanted, base);
      return origin === new URL(base).origin && pages.test(pathname) ? pathname + search : firstPage;
    },
  };
}
