import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Deps } from '@claimdesk/api/connect';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A whole answer, ready to be sent as it is. */
interface StoredPage {
  headers: Record<string, string>;
  bodies: Record<Encoding, Buffer>;
  etags: Record<Encoding, string>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer that is for one visitor or one moment. */
class NotForKeeping extends Error {}

/** Pages of content are told by what they say of themselves: everybody may keep them, and asks each time. */
const contentCacheControl = 'no-cache';
const longestUrl = 200;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Answers content pages from memory: rendered once however many ask, kept in each compression with an ETag, and made
 * again when anything that they were made from changes (`followContentChanges`), or after a minute. While the database or
 * the renderer fails, the last good answer is served on.
 *
 * @param render makes the answer as somebody without cookies gets it, because others get it too; what it reads through
 * the given content is what the page depends on.
 * @returns the answer to send where it is not one for keeping but the same for everybody, such as a missing page;
 * `sent` when it has been sent; `personal` when this page has to be rendered for this visitor alone.
 */
export async function answerFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Deps['content'],
  render: (content: Deps['content']) => Promise<Response>,
): Promise<Response | 'sent' | 'personal'> {
  const key = `page ${request.url}`;
  let rendered: Response | undefined;
  try {
    const page =
      content.fresh<StoredPage>(key) ??
      (await content.rememberMade(key, async (following) => {
        rendered = await render(following);
        return keep(rendered);
      }));
    send(request, reply, page);
    return 'sent';
  } catch (error) {
    if (!(error instanceof NotForKeeping)) throw error;
    return rendered && isTheSameForEverybody(rendered) ? rendered : 'personal';
  }
}

/** @returns whether the request is of a kind that everybody gets the same answer to. */
export function isForEverybody({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || url.length > longestUrl || url.includes('?')) return false;
  // Set once after a form was sent; the page that shows it is for its holder alone.
  return !/(^|; )(__Host-)?sent=/.test(headers.cookie ?? '');
}

/**
 * Of answers that are not kept, only a missing page is. Pages with script and pages that set a cookie are made for one
 * visitor, and where a redirect leads may depend on who asks: signed-in staff are not sent to the sign-in page.
 */
function isTheSameForEverybody({ status, headers }: Response): boolean {
  return status === 404 && !headers.has('content-security-policy') && !headers.has('set-cookie');
}

async function keep(response: Response): Promise<StoredPage> {
  const isContent = response.headers.get('cache-control') === contentCacheControl;
  if (response.status !== 200 || !isContent || response.headers.has('set-cookie')) throw new NotForKeeping();
  const html = Buffer.from(await response.arrayBuffer());
  const [br, gz] = await Promise.all([
    brotli(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
    deflate(html, { level: 9 }),
  ]);
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 27);
  return {
    headers: { ...Object.fromEntries(response.headers), vary: 'accept-encoding' },
    bodies: { br, gzip: gz, identity: html },
    // Each compression is other bytes, so it has an ETag of its own.
    etags: { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { headers, bodies, etags }: StoredPage): void {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = etags[encoding];
  reply.headers(headers).header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) {
    reply.code(304).send();
    return;
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.code(200).send(bodies[encoding]);
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
  if (/\bbr\b(?!;\s*q=0(\.0*)?\b)/.test(text)) return 'br';
  return /\bgzip\b(?!;\s*q=0(\.0*)?\b)/.test(text) ? 'gzip' : 'identity';
}
