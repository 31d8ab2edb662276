import type { FastifyRequest } from 'fastify';
import type { Env } from '#web/env.ts';

/** All cookies of the CMS begin with it. Its own script sets some of them, such as the colors that an editor chose. */
const prefix = 'claimdesk-cms-';
const session = `${prefix}token`;
/** A browser takes a cookie of this name only over https, from this very host, so that no neighbor of ours can plant one. */
const guardedSession = `__Host-${session}`;

/**
 * Payload can't name its session so without naming the cookies of its script so too, which browsers refuse. So the
 * browser holds the session under the guarded name on https, and the CMS hears of it by its own.
 *
 * @param header the browser's cookies. @returns those of the CMS, as it knows them: it is not trusted with people's sessions.
 */
export function cookiesForCms(header: string | undefined, { PUBLIC_URL }: Env): string | undefined {
  const pairs = (header ?? '').split(/; */);
  const secure = PUBLIC_URL.startsWith('https:');
  const own = pairs.flatMap((pair) => {
    if (secure && pair.startsWith(`${guardedSession}=`)) return pair.slice('__Host-'.length);
    const planted = secure && pair.startsWith(`${session}=`);
    return pair.startsWith(prefix) && !planted ? pair : [];
  });
  return own.length > 0 ? own.join('; ') : undefined;
}

/** @param given what the CMS sets. @returns the same, with the session under the name that the browser holds it by. */
export function cookiesFromCms(
  given: string | string[] | undefined,
  { PUBLIC_URL }: Env,
): string[] | undefined {
  if (given === undefined) return undefined;
  const secure = PUBLIC_URL.startsWith('https:');
  return [given]
    .flat()
    .map((cookie) => (secure && cookie.startsWith(`${session}=`) ? `__Host-${cookie}` : cookie));
}

/** Payload checks a session by these; a token in an Authorization header is for programs, and those get neither a preview nor a second step. */
export function sessionHeaders({ headers }: FastifyRequest, env: Env): Headers {
  const { origin, 'sec-fetch-site': site } = headers;
  const given = { cookie: cookiesForCms(headers.cookie, env), origin, 'sec-fetch-site': site };
  return new Headers(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])) as [
      string,
      string,
    ][],
  );
}
