import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { maxDocumentBytes, maxFilesAtOnce } from '@claimdesk/api/document-types';
import { foreignRequest, isForeignChange } from '@claimdesk/api/origin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor } from './compress.ts';
import { type ServerContext, sendError } from './errors.ts';
import { answerFromCache, isPlain, keyOf } from './page-cache.ts';
import { Refusal } from './refusal.ts';
import { makeRenderer } from './render-page.ts';
import { uploadAtMost } from './request-limits.ts';

/** Those of the form, and a few that a browser may add. */
const partsAtMost = 8;

/** Renders every page: hands the request to React Router and its response back to Fastify. */
export async function pages(
  app: FastifyInstance,
  { inTurn, ...context }: ServerContext & { inTurn: () => Promise<void> },
): Promise<void> {
  const { deps } = context;
  const renderPage = makeRenderer(context);
  app.addHook('onRequest', refuseForeignPosts(context));
  app.addHook('onRequest', leadToOneAddress);
  app.addHook('onRequest', async ({ method }) => {
    if (method === 'POST') await inTurn();
  });
  // Actions read the body themselves; here only its size is limited. Anything but a plain form is refused with 415.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  const isPersonal = rememberPersonal();
  const handler: Handler = async (request, reply) => answer(request, reply, await personal(request, reply));
  await app.register(uploads, { handler });
  const ofStaff = {
    maxFiles: 1,
    paths: [...['add-document', 'upload'].map((each) => `/admin/client/:id/${each}`), '/admin/import'],
  };
  const ofClients = { maxFiles: maxFilesAtOnce, paths: ['/client-portal/uploads'] };
  for (const forms of [ofStaff, ofClients]) await app.register(documentUploads, { handler, ...forms });
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const key = keyOf(request);
      if (key !== undefined && !isPersonal.has(key)) {
        const found = await answerFromCache(key, request, reply, deps, (content) =>
          renderPage({ request, reply, cookieHeader: undefined, deps: { ...deps, content } }),
        );
        if (found === 'sent') return reply;
        if (found === 'personal' && isPlain(key)) isPersonal.add(key);
        if (found instanceof Response) return answer(request, reply, found);
      }
      return answer(request, reply, await personal(request, reply));
    },
  });

  async function personal(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    return (await renderPage({ request, reply, cookieHeader: request.headers.cookie, deps })).response;
  }
}

/** For how long a page is known to be for one visitor: it may become one for everybody, when editors publish one at its address. */
const personalForMs = 60_000;
/** More addresses than there are. */
const mostPersonal = 2_000;

/** Remembers which pages are for one visitor, because it takes a rendering for a visitor without cookies to find out. */
function rememberPersonal() {
  const until = new Map<string, number>();
  return {
    has: (key: string) => (until.get(key) ?? 0) > Date.now(),
    add(key: string) {
      if (until.size >= mostPersonal) until.clear();
      until.set(key, Date.now() + personalForMs);
    },
  };
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What surrounds a document in its form. */
const formAtMost = 16 * 1024;

interface UploadForms {
  handler: Handler;
  maxFiles: number;
  paths: string[];
}

/** Clients' documents are streamed: the action reads them itself once it knows the sender. */
async function documentUploads(
  app: FastifyInstance,
  { handler, maxFiles, paths }: UploadForms,
): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    const length = Number(headers['content-length']);
    if (Number.isNaN(length)) throw new Refusal(411, 'This page takes only what its own form sends.');
    if (length > maxFiles * maxDocumentBytes + formAtMost) throw new Refusal(413, tooLarge(maxFiles));
  });
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));
  for (const path of paths) app.post(path, handler);
}

function tooLarge(maxFiles: number): string {
  return maxFiles === 1
    ? 'This file is larger than 25 MB. Go back and choose a smaller one.'
    : 'These files are too large together. Go back and choose fewer.';
}

/** The one page that takes a file as a whole, and the only other one with a body of more than 64 KiB. */
async function uploads(app: FastifyInstance, { handler }: { handler: Handler }): Promise<void> {
  app.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => {
    if (hasManyParts(body)) done(new Refusal(400, 'This page takes only what its own form sends.'));
    else done(null, body);
  });
  app.post('/verify', { bodyLimit: uploadAtMost }, handler);
}

/** Reading thirty thousand small parts would block the server for a second. Multipart requires this header in each part. */
function hasManyParts(body: Buffer): boolean {
  const headers = body.toString('latin1').match(/content-disposition/gi) ?? [];
  return headers.length > partsAtMost;
}

/**
 * Each page has one address. React Router matches one with a slash at its end too, but what reads its last part would find none,
 * such as which dialog it is. Browsers post again to where they are led.
 */
async function leadToOneAddress({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/.exec(url) ?? [];
  if (path === '/' || !path.endsWith('/')) return;
  // Browsers take two slashes at the beginning for another site.
  await reply.redirect(`/${path.replace(/^\/+|\/+$/g, '')}${search}`, 308);
}

/** @returns a hook that answers posts from other sites with a sentence on a page. */
export function refuseForeignPosts({ env, deps, pages }: ServerContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isForeignChange(request, env.PUBLIC_URL)) return;
    await sendError(request, reply, { env, deps, pages, status: 403, message: foreignRequest });
  };
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  // The renderer itself failed: its response has no text.
  if (response.status >= 500 && !response.body)
    throw new Refusal(response.status, 'Something went wrong on our side.');
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!response.body) return reply.send();
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) return reply.send(Readable.fromWeb(response.body as ReadableStream));
  const html = Buffer.from(await response.arrayBuffer());
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding');
  return reply.send(await compress(html, encoding, 'some'));
}
