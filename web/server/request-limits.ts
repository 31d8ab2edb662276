import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** 64 KiB; the longest form answer is a tenth of it. */
export const bodyAtMost = 64 * 1024;
/** 2 MiB for the file that `/verify` checks, and room for what multipart puts around it. */
export const uploadAtMost = 2 * 1024 * 1024 + 8 * 1024;
const urlAtMost = 2048;
/** As part of a path; what redirects with a part of it could not write its header. */
const controlCharacter = /%([01][0-9a-f]|7f)/i;
/** How long a request may take to arrive. */
const arrivesWithinMs = 15_000;
/** With ten photographs, from a phone. Node has one such time for all requests, so it has to be the longest. */
export const uploadArrivesWithinMs = 600_000;

/** Where staff upload documents: the dialog itself and, with script, what shows the progress; and files of claim status. */
const documentUpload = /^\/admin\/(client\/[^/?]+\/(add-document|upload)|import)(\?|$)/;
/** Where clients send documents: with the form and, with script, in parts. */
const clientUpload = /^\/client-portal\/uploads(\/[0-9a-f]{24})?(\?|$)/;
const uploadInParts = /^\/client-portal\/uploads\/[^/?]+(\?|$)/;

/** @returns whether the path belongs to the editors' process, which has limits of its own. */
export function isCms(url: string): boolean {
  return /^\/(cms|_next)(\/|\?|$)/.test(url);
}

/** Aborts requests whose body arrives too slowly, as the server does after the longer time allowed for uploads. */
function limitArrival(site: FastifyInstance): void {
  site.addHook('onRequest', async ({ raw, url, headers }) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || clientUpload.test(url) || documentUpload.test(url)) return;
    const timer = setTimeout(() => {
      if (raw.complete !== false || raw.destroyed) return;
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      site.server.emit('clientError', error, raw.socket);
    }, arrivesWithinMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

const unreadable = () => new Refusal(400, 'This request could not be read.');

/** Refuses early any request that no page of ours sends (docs/security.md). */
export function limitRequests(site: FastifyInstance): void {
  limitArrival(site);
  site.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    // Only requests to proxies have a host in the address; ours comes from configuration alone.
    if (!url.startsWith('/')) throw unreadable();
    if (controlCharacter.test(url.split('?', 1)[0] ?? '')) throw unreadable();
    // tRPC makes an address of it, although nothing of ours reads that.
    if (headers.host && !URL.canParse(`http://${headers.host}`)) throw unreadable();
    if (Buffer.byteLength(url) > urlAtMost) throw new Refusal(414, 'This web address is too long.');
    const methods = ['GET', 'HEAD', 'POST', ...(uploadInParts.test(url) ? ['PATCH', 'DELETE'] : [])];
    if (!methods.includes(method) && !isCms(url)) {
      reply.header('allow', methods.join(', '));
      throw new Refusal(405, 'This page can be read, but not changed this way.');
    }
    const encoding = headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity') {
      throw new Refusal(415, 'Please send what you have to send without compression.');
    }
  });
}
