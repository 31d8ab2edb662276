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
  /**
   * Whether an open page's script asks, which reads again by itself what changed; false for a page that a person opens.
   */
  byScript: boolean;
  /** What is read once for the request, by its name. */
  memo: Map<string, unknown>;
}

export function createContext(
  deps: Deps,
  request: {
    address: string;
    cookies: CookieJar;
    userAgent?: string | undefined;
    byScript?: boolean | undefined;
  },
): RequestContext {
  const { userAgent = '', byScript = false } = request;
  return { deps, ...request, userAgent, byScript, memo: new Map() };
}
