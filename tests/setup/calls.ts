import { createContext } from '../../api/platform/context.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { DomainError, httpStatusOf } from '../../api/platform/domain-error.ts';
import { CookieJar } from '../../api/platform/http/cookies.ts';
import { createCaller } from '../../api/router.ts';

/** What a call in this process answered, as a page would tell it. */
export interface Answer {
  status: number;
  data?: unknown;
  message?: string;
  fields?: Record<string, string>;
  /** The Set-Cookie headers. */
  cookies: string[];
}

/** Calls a procedure as a page of the site does for one request, also with what its types don't allow. */
export async function callAs(
  { address, cookie = '' }: { address: string; cookie?: string },
  { name, input }: { name: string; input: unknown },
  deps: Deps,
): Promise<Answer> {
  const jar = new CookieJar(cookie, deps.settings.PUBLIC_URL.startsWith('https:'));
  const caller: unknown = createCaller(createContext(deps, { address, cookies: jar }));
  const call = name.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], caller);
  try {
    const data = await (call as (input: unknown) => Promise<unknown>)(input);
    return { status: 200, data, cookies: jar.headers() };
  } catch (error) {
    if (error instanceof DomainError) {
      const { message, fields } = error;
      return { status: httpStatusOf(error.code), message, fields, cookies: jar.headers() };
    }
    return { status: 500, message: (error as Error).message, cookies: jar.headers() };
  }
}
