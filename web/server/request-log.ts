import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';

/** Anybody who reads this path could set the password of the editor that the link is for. */
const passwordLink = /^(\/+cms\/+reset\/+).+/i;

/** The id of a record of ours. */
const id = /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** What the addresses of our pages, files and procedures are made of. */
const plain = /^[\w.,~-]{0,100}$/;
/** A part of a number, a date of birth or a phone number; years in the addresses of articles are none. */
const manyDigits = /(\d[._~-]*){4}/;
const year = /(?<![\w])(19|20)\d\d(?![\w])/g;

/**
 * @returns the path of an address as it may be logged. Whoever mistypes or pastes into the address bar asks for paths that are no
 * address of ours: of these, and of any other part that could be a number or an email address, only the place is kept.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(passwordLink, '$1…').split('/').map(loggedPart).join('/');
}

function loggedPart(part: string): string {
  if (part === '…' || id.test(part)) return part;
  return plain.test(part) && !manyDigits.test(part.replace(year, '')) ? part : '…';
}

/**
 * One line per answer: method, path without its query, status, milliseconds, request id. The log itself keeps an
 * allow-list of fields and escapes control characters. Missing paths stand out as an event of their own.
 */
export function logRequests(site: FastifyInstance, log: Deps['log']): void {
  site.addHook('onResponse', (request, reply, done) => {
    const line = {
      request: request.id,
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode === 404) log.warn('page not found', line);
    else log.info('request', line);
    done();
  });
}
