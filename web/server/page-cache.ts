import { createHash } from 'node:crypto';
import { allPages } from '@claimdesk/api/cdn-purge';
import { keyForAsked, NotCacheable } from '@claimdesk/api/content-cache';
import type { Deps } from '@claimdesk/api/deps';
import { isStateCode } from '@claimdesk/cms/states';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { directoryPath, readQuery } from '#web/app/public/attorney-directory/addresses.ts';
import { cdnCacheControl, contentCacheControl } from '#web/app/public/cache-control.ts';
import { intakeForms } from '#web/app/public/intake/intake-forms.ts';
import { resultsAddress } from '#web/app/public/search/read-search.ts';
import { pageDataType } from '#web/app/ui/islands/page-data.ts';
import { acceptsGzip, compress, type Effort, type Encoding, encodingFor } from './compress.ts';
import { cutOut, fillIn, fillInGzip, type Pieces } from './pieces.ts';
import type { Rendered, RenderedForm } from './render-page.ts';

type StoredPage = WholePage | FormPage;

/** A whole response, compressed as visitors ask for it. */
interface WholePage {
  html: Buffer;
  hash: string;
  headers: Record<string, string>;
  effort: Effort;
  packing: Partial<Record<Encoding, Promise<Packed>>>;
  packed: Partial<Record<Encoding, Packed>>;
}

/** A form's page without what it holds for one visitor alone. */
interface FormPage {
  form: RenderedForm;
  pieces: Pieces;
  headers: Record<string, string>;
}

/** Bytes that are ready to be sent as they are. */
interface Packed {
  etag: string;
  body: Buffer;
  headers: Record<string, string>;
  /** For a browser that already has these bytes. */
  unchangedHeaders: Record<string, string>;
}

/** The page could not be rendered just now; that says nothing about its content. */
class RenderFailed extends Error {}

const longestUrl = 200;
/** Only the spelling of an address that links use: other spellings may return the same page, and each would be cached. */
const plainPath = /^(\/|(\/[a-z0-9-]+(\.[a-z]+)?)+)$/;

/** Where a query chooses a page that everybody gets alike: by path, its one address, or none where it is for one visitor. */
const addressOf: Record<string, (search: URLSearchParams) => string | undefined> = {
  '/attorney-directory': listedAddress,
  '/search': resultsAddress,
};

/** @returns the address of a page of a list of the directory; undefined for what somebody typed. */
function listedAddress(search: URLSearchParams): string | undefined {
  const { state, q, zip, page } = readQuery(search);
  const code = state.toUpperCase();
  if (q || zip || (code && !isStateCode(code))) return undefined;
  return directoryPath({ state: code, page });
}

/**
 * Serves fresh pages from memory before any other hook sees the request: the stored response has passed all of them
 * already.
 */
export function answerFromMemory(site: FastifyInstance, content: Deps['content']): void {
  site.addHook('onRequest', (request, reply, done) => {
    const key = keyOf(request);
    const page = key === undefined ? undefined : content.fresh<StoredPage>(key);
    const packed = page && 'packed' in page && page.packed[encodingFor(request.headers['accept-encoding'])];
    if (packed) send(request, reply, packed);
    else done();
  });
}

/**
 * Renders and serves content pages: rendered once for concurrent requests, kept in each compression that is asked for, and
 * rendered again when any of their content changes (`followContentChanges`), or after a minute. While the database or
 * the renderer fails, the last good response is still served.
 *
 * @param key of `keyOf`.
 * @param render makes the response for a visitor without cookies, because others get it too; what it reads through the
 * given content is what the page depends on.
 * @returns the answer to send where it is not one for keeping but the same for everybody, such as a missing page;
 * `sent` when it has been sent; `personal` when this page has to be rendered for each visitor, `known` for this one, since it
 * may show what they told us, and `unavailable` when it could not be rendered just now, which may be otherwise for this visitor.
 */
export async function answerFromCache(
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { content, settings }: Pick<Deps, 'content'> & { settings: Pick<Deps['settings'], 'CDN_PURGE_URL'> },
  render: (content: Deps['content']) => Promise<Rendered>,
): Promise<Response | 'sent' | 'personal' | 'known' | 'unavailable'> {
  let rendered: Rendered | undefined;
  const recall = (variant = '') =>
    content.memoizeDerived<StoredPage>(key + variant, async (following) => {
      rendered = await render(following);
      const page = await keep(
        rendered,
        reply.getHeaders() as Record<string, string>,
        isPlain(key) ? 'most' : 'some',
      );
      return settings.CDN_PURGE_URL && !confirms(key) ? forCdn(page, following.readFrom()) : page;
    });
  try {
    const page = await recall();
    if ('form' in page) return await sendForm(page, request, reply, content, recall);
    send(request, reply, await pack(page, encodingFor(request.headers['accept-encoding'])));
    return 'sent';
  } catch (error) {
    if (error instanceof RenderFailed) return 'unavailable';
    if (!(error instanceof NotCacheable)) throw error;
    return rendered && isTheSameForEverybody(rendered) ? rendered.response : 'personal';
  }
}

const prefix = 'page ';

/**
 * @returns the key of the page that everybody gets alike who sends this kind of request, the same for all spellings of a query;
 * undefined if there is none.
 */
export function keyOf({ method, url, headers }: FastifyRequest): string | undefined {
  if (method !== 'GET' || url.length > longestUrl || headers.accept === pageDataType) return undefined;
  // Set once after a form was sent; the page that shows it is for this browser alone.
  if (/(^|; )(__Host-)?sent=/.test(headers.cookie ?? '')) return undefined;
  if (plainPath.test(url)) return prefix + url;
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || !Object.hasOwn(addressOf, path)) return undefined;
  const address = addressOf[path]?.(new URLSearchParams(query));
  if (address === undefined) return undefined;
  return plainPath.test(address) ? prefix + address : keyForAsked(prefix + address);
}

/** @returns whether the key is that of an address without a query, of which there are as many as there is content. */
export function isPlain(key: string): boolean {
  return key.startsWith(prefix);
}

/**
 * Of responses that are not kept, a missing page, and one whose loader says so. Pages with script and pages that set a cookie are made
 * for one visitor, and the target of a redirect may depend on the user: signed-in staff are not sent to the sign-in
 * page.
 */
function isTheSameForEverybody({ response: { status, headers }, sameForEverybody }: Rendered): boolean {
  if (headers.has('content-security-policy') || headers.has('set-cookie')) return false;
  return status === 404 || (status === 200 && sameForEverybody !== null);
}

/** @param baseHeaders the headers that every answer carries; the page's own replace them. */
async function keep(
  { response, sameForEverybody, form }: Rendered,
  baseHeaders: Record<string, string>,
  effort: Effort,
): Promise<StoredPage> {
  const { status, headers } = response;
  if (status >= 500) throw new RenderFailed();
  if (status === 200 && form) return keepForm(response, form, baseHeaders);
  // Content pages are recognized by their cache-control header.
  const isContent = headers.get('cache-control') === contentCacheControl || sameForEverybody === 'kept';
  const isPersonal = headers.has('set-cookie') || headers.has('content-security-policy');
  if (status !== 200 || !isContent || isPersonal) throw new NotCacheable();
  const html = Buffer.from(await response.arrayBuffer());
  return {
    html,
    hash: createHash('sha256').update(html).digest('base64url').slice(0, 27),
    headers: { ...baseHeaders, ...Object.fromEntries(headers), vary: 'accept-encoding' },
    effort,
    packing: {},
    packed: {},
  };
}

/** @returns whether the page at this address also confirms a form that was just sent, to the browser that sent it. */
function confirms(key: string): boolean {
  return intakeForms.some(({ sent }) => key === prefix + sent.to);
}

/** @returns the page as a CDN may keep it, with the tags by which it is asked to forget it. */
function forCdn(page: StoredPage, collections: readonly string[]): StoredPage {
  if ('form' in page || page.headers['cache-control'] !== contentCacheControl) return page;
  const tags = [allPages, ...collections].join(',');
  return { ...page, headers: { ...page.headers, 'cache-control': cdnCacheControl, 'cache-tag': tags } };
}

async function keepForm(
  response: Response,
  form: RenderedForm,
  baseHeaders: Record<string, string>,
): Promise<FormPage> {
  const pieces = await cutOut(await response.text(), [form.nonce, form.token]);
  if (!pieces) throw new NotCacheable();
  const { 'set-cookie': _cookies, ...headers } = Object.fromEntries(response.headers);
  return { form, pieces, headers: { ...baseHeaders, ...headers, vary: 'accept-encoding' } };
}

/** Each compression has different bytes, so it has an ETag of its own. */
const suffixes: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

function pack(page: WholePage, encoding: Encoding): Promise<Packed> {
  page.packing[encoding] ??= (async () => {
    const etag = `"${page.hash}${suffixes[encoding]}"`;
    const own = { ...page.headers, etag };
    const body = await compress(page.html, encoding, page.effort);
    const packed: Packed = {
      etag,
      body,
      headers: encoding === 'identity' ? own : { ...own, 'content-encoding': encoding },
      unchangedHeaders: own,
    };
    page.packed[encoding] = packed;
    return packed;
  })();
  return page.packing[encoding];
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body, headers, unchangedHeaders }: Packed,
): FastifyReply {
  if (request.headers['if-none-match']?.includes(etag))
    return reply.code(304).headers(unchangedHeaders).send();
  return reply.headers(headers).send(body);
}

/**
 * Opens the form for a visitor without cookies, and sends its page with what that gave. Whoever sends cookies may have a draft or a
 * session.
 *
 * @param recall gives the page that asks for a proof of work, or the other one.
 */
async function sendForm(
  kept: FormPage,
  request: FastifyRequest,
  reply: FastifyReply,
  content: Deps['content'],
  recall: (variant: string) => Promise<StoredPage>,
): Promise<'sent' | 'known'> {
  const { cookie, 'accept-encoding': accepted } = request.headers;
  if (cookie) return 'known';
  // Why it failed is told by rendering the page.
  const own = await kept.form.openFor(request, content).catch(() => undefined);
  if (!own) return 'known';
  const page = own.needsProof === kept.form.needsProof ? kept : await recall(` ${own.needsProof}`);
  if (!('form' in page) || own.needsProof !== page.form.needsProof) return 'known';
  const policy = page.headers['content-security-policy'] ?? '';
  reply
    .headers(page.headers)
    .header('content-security-policy', policy.replaceAll(page.form.nonce, own.nonce))
    .header('set-cookie', own.cookies);
  const values = [own.nonce, own.token];
  if (acceptsGzip(accepted)) {
    reply.header('content-encoding', 'gzip').send(fillInGzip(page.pieces, values));
    return 'sent';
  }
  const encoding = encodingFor(accepted);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.send(await compress(fillIn(page.pieces, values), encoding, 'some'));
  return 'sent';
}
