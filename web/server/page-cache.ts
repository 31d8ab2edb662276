import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { NotCacheable } from '@claimdesk/api/content-cache';
import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentCacheControl } from '#web/app/public/cache-control.ts';

/** A whole response in each compression. */
type StoredPage = Record<Encoding, Packed>;

/** Bytes that are ready to be sent as they are. */
interface Packed {
  etag: string;
  body: Buffer;
  headers: Record<string, string>;
  /** For a browser that already has these bytes. */
  unchangedHeaders: Record<string, string>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The page could not be rendered just now; that says nothing about its content. */
class RenderFailed extends Error {}

const longestUrl = 200;
/** Only the spelling of an address that links use: other spellings may return the same page, and each would be cached. */
const plainPath = /^(\/|(\/[a-z0-9-]+(\.[a-z]+)?)+)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Serves fresh pages from memory before any other hook sees the request: the stored response has passed all of them
 * already.
 */
export function answerFromMemory(site: FastifyInstance, content: Deps['content']): void {
  site.addHook('onRequest', (request, reply, done) => {
    const page = isForEverybody(request) ? content.fresh<StoredPage>(keyOf(request)) : undefined;
    if (page) send(request, reply, page);
    else done();
  });
}

/**
 * Renders and serves content pages: rendered once for concurrent requests, kept in each compression with an ETag, and
 * rendered again when any of their content changes (`followContentChanges`), or after a minute. While the database or
 * the renderer fails, the last good response is still served.
 *
 * @param render makes the response for a visitor without cookies, because others get it too; what it reads through the
 * given content is what the page depends on.
 * @returns the answer to send where it is not one for keeping but the same for everybody, such as a missing page;
 * `sent` when it has been sent; `personal` when this page has to be rendered for this visitor alone.
 */
export async function answerFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Deps['content'],
  render: (content: Deps['content']) => Promise<Response>,
): Promise<Response | 'sent' | 'personal'> {
  let rendered: Response | undefined;
  try {
    const page = await content.memoizeDerived(keyOf(request), async (following) => {
      rendered = await render(following);
      return keep(rendered, reply.getHeaders() as Record<string, string>);
    });
    send(request, reply, page);
    return 'sent';
  } catch (error) {
    if (error instanceof RenderFailed) return 'personal';
    if (!(error instanceof NotCacheable)) throw error;
    return rendered && isTheSameForEverybody(rendered) ? rendered : 'personal';
  }
}

function keyOf({ url }: FastifyRequest): string {
  return `page ${url}`;
}

/** @returns whether everybody gets the same response to this kind of request. */
export function isForEverybody({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || url.length > longestUrl || !plainPath.test(url)) return false;
  // Set once after a form was sent; the page that shows it is for this browser alone.
  return !/(^|; )(__Host-)?sent=/.test(headers.cookie ?? '');
}

/**
 * Of responses other than 200, only a missing page is cached. Pages with script and pages that set a cookie are made
 * for one visitor, and the target of a redirect may depend on the user: signed-in staff are not sent to the sign-in
 * page.
 */
function isTheSameForEverybody({ status, headers }: Response): boolean {
  return status === 404 && !headers.has('content-security-policy') && !headers.has('set-cookie');
}

/** @param baseHeaders the headers that every answer carries; the page's own replace them. */
async function keep(response: Response, baseHeaders: Record<string, string>): Promise<StoredPage> {
  if (response.status >= 500) throw new RenderFailed();
  // Content pages are recognized by their cache-control header.
  const isContent = response.headers.get('cache-control') === contentCacheControl;
  if (response.status !== 200 || !isContent || response.headers.has('set-cookie')) throw new NotCacheable();
  const html = Buffer.from(await response.arrayBuffer());
  const [br, gz] = await Promise.all([
    brotli(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
    deflate(html, { level: 9 }),
  ]);
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 27);
  const headers = { ...baseHeaders, ...Object.fromEntries(response.headers), vary: 'accept-encoding' };
  const pack = (body: Buffer, suffix: string, encoding: object): Packed => {
    // Each compression has different bytes, so it has an ETag of its own.
    const etag = `"${hash}${suffix}"`;
    const own = { ...headers, etag };
    return { etag, body, headers: { ...own, ...encoding }, unchangedHeaders: own };
  };
  return {
    br: pack(br, '-br', { 'content-encoding': 'br' }),
    gzip: pack(gz, '-gz', { 'content-encoding': 'gzip' }),
    identity: pack(html, '', {}),
  };
}

function send(request: FastifyRequest, reply: FastifyReply, page: StoredPage): FastifyReply {
  const { etag, body, headers, unchangedHeaders } = page[encodingFor(request.headers['accept-encoding'])];
  if (request.headers['if-none-match']?.includes(etag))
    return reply.code(304).headers(unchangedHeaders).send();
  return reply.headers(headers).send(body);
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
  if (/\bbr\b(?!;\s*q=0(\.0*)?\b)/.test(text)) return 'br';
  return /\bgzip\b(?!;\s*q=0(\.0*)?\b)/.test(text) ? 'gzip' : 'identity';
}
