import { type RouterContextProvider, redirect } from 'react-router';
import { type SiteContext, siteContext } from '../../context.ts';
import { answerOf, statusOf } from '../../procedure-errors.server.ts';
import { loginPath } from './login/next-path.ts';

export interface PageRequest {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Reads what a back-office page shows. The procedures themselves refuse whoever is not signed in; here that refusal
 * leads to the sign-in page and back.
 */
export async function forStaff<T>(page: PageRequest, read: (site: SiteContext) => Promise<T>): Promise<T> {
  const site = page.context.get(siteContext);
  try {
    return await read(site);
  } catch (error) {
    if (isSignedOut(error)) throw redirect(pathToLogin(page.request, site));
    return answerOf(Promise.reject(error));
  }
}

/** @returns whether a procedure refused because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return statusOf(error) === 401;
}

function pathToLogin(request: Request, { cookies }: SiteContext): string {
  const { pathname, search } = new URL(request.url);
  // A change can't be asked for again by following a link, so the way back is the page that it was asked from.
  const next = request.method === 'GET' ? pathname + search : pathname;
  return loginPath(next, cookies.get('admin') ? 'idle' : null);
}
