import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Makes the check that a change was asked for by one of our own pages: `Origin` must be ours and `Sec-Fetch-Site` must be
 * same-origin. A request that says neither is refused, because every browser in use says at least one.
 *
 * @param publicUrl from configuration, never from the request's Host.
 */
export function checkOrigin(
  publicUrl: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const ours = new URL(publicUrl).origin;
  return async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const origin = request.headers.origin;
    const site = request.headers['sec-fetch-site'];
    const foreign =
      (origin !== undefined && origin !== ours) || (site !== undefined && site !== 'same-origin');
    if (!foreign && (origin !== undefined || site !== undefined)) return;
    await reply
      .code(403)
      .send({ message: 'This request did not come from our own pages, so nothing was changed.' });
  };
}
