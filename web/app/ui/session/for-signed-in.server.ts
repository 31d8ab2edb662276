import { type RouterContextProvider, redirectDocument } from 'react-router';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { answerOf, isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { SignedInPart } from './signed-in-part.ts';

export interface PageRequest {
  request: Request;
  /** Without what React Router adds to requests of its own. */
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/**
 * Makes the reader for the pages of a signed-in part. The procedures themselves refuse callers who are not signed in;
 * here that refusal redirects to the sign-in page and back.
 *
 * @param cookie the part's session cookie; a browser that has one was signed in before.
 */
export function forSignedIn({ loginPath }: SignedInPart, cookie: string) {
  return async <T>({ url, context }: PageRequest, read: (site: SiteContext) => Promise<T>): Promise<T> => {
    const site = context.get(siteContext);
    try {
      return await read(site);
    } catch (error) {
      if (!isSignedOut(error)) return answerOf(Promise.reject(error));
      // A POST cannot be repeated by a link: the way back is the page that it came from. A full page load leaves
      // nothing of the page in memory.
      throw redirectDocument(loginPath(url.pathname + url.search, site.cookies.get(cookie) ? 'idle' : null));
    }
  };
}

/** @returns whether a procedure refused because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return isRefused(error, 'signed-out');
}
