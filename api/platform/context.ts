import type { Deps } from './deps.ts';
import type { CookieJar } from './http/cookies.ts';

/** What a procedure knows about the request that it serves, whether over /trpc or from a page's loader. */
export interface RequestContext {
  deps: Deps;
  /** The visitor's network address, as far as trusted proxies vouch for it. */
  address: string;
  cookies: CookieJar;
  /** The `User-Agent` header; empty when there is none. */
  userAgent: string;
}

export function createContext(
  deps: Deps,
  request: { address: string; cookies: CookieJar; userAgent?: string | undefined },
): RequestContext {
  return { deps, ...request, userAgent: request.userAgent ?? '' };
}
