import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';

/** Anybody who reads this path could set the password of the editor that the link is for. */
const passwordLink = /^(\/+cms\/+reset\/+).+/i;

/**
 * One line per answer: method, path without its query, status, milliseconds, request id. The log itself keeps an
 * allow-list of fields and escapes control characters. Missing paths stand out as an event of their own.
 */
export function logRequests(site: FastifyInstance, log: Deps['log']): void {
  site.addHook('onResponse', (request, reply, done) => {
    const line = {
      request: request.id,
      method: request.method,
      path: (request.url.split('?', 1)[0] ?? '').replace(passwordLink, '$1…'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode === 404) log.warn('page not found', line);
    else log.info('request', line);
    done();
  });
}
