import type { Deps } from './connect.ts';
import type { CookieJar } from './cookies.ts';

/** What a procedure knows of the request it serves, whether it came over /trpc or from a page's loader. */
export interface RequestContext {
  deps: Deps;
  /** The visitor's network address as far as named proxies vouch for it. */
  address: string;
  cookies: CookieJar;
  /** What the visitor's browser calls itself; empty when it does not say. */
  userAgent: string;
}

export function createContext(
  deps: Deps,
  request: { address: string; cookies: CookieJar; userAgent?: string | undefined },
): RequestContext {
  return { deps, ...request, userAgent: request.userAgent ?? '' };
}
