import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * @param publicUrl from configuration, never from the request's Host.
 * @returns whether one of our own pages sent the request: `Origin` must be ours and `Sec-Fetch-Site` same-origin. A
 * request with neither header is refused, because every browser in use sends at least one.
 */
export function isFromOurPages(headers: FastifyRequest['headers'], publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  const foreign =
    (origin !== undefined && origin !== new URL(publicUrl).origin) ||
    (site !== undefined && site !== 'same-origin');
  return !foreign && (origin !== undefined || site !== undefined);
}

/** The response to a change that another site requested. */
export const foreignRequest = 'This request did not come from our own pages, so nothing was changed.';

/** @returns whether a request would change data and was not sent by one of our own pages; see `isFromOurPages`. */
export function isForeignChange({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && !isFromOurPages(headers, publicUrl);
}

/** @returns a hook that refuses changes from other sites. */
export function refuseForeignChanges(publicUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isForeignChange(request, publicUrl)) await reply.code(403).send({ message: foreignRequest });
  };
}
