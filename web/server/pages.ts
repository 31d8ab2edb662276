import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Deps } from '@claimdesk/api/connect';
import { createContext } from '@claimdesk/api/context';
import { CookieJar } from '@claimdesk/api/cookies';
import { checkOrigin } from '@claimdesk/api/origin';
import { createCaller } from '@claimdesk/api/router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { type Around, sendError } from './errors.ts';
import { answerFromCache, isForEverybody } from './page-cache.ts';
import { Refusal } from './refusal.ts';
import { hydratedPolicy, makeNonce } from './security-headers.ts';

/** Renders every page: hands the request to React Router and its answer back to Fastify. */
export async function pages(app: FastifyInstance, around: Around): Promise<void> {
  const { env, deps, build } = around;
  const render = createRequestHandler(build as ServerBuild, env.NODE_ENV);
  app.addHook('onRequest', refuseForeignPosts(around));
  // Actions read the body themselves; here it is only bounded. Anything but a plain form is refused with 415.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (isForEverybody(request)) {
        const found = await answerFromCache(request, reply, deps.content, (content) =>
          renderPage({ request, reply, cookieHeader: undefined, deps: { ...deps, content } }),
        );
        if (found === 'sent') return reply;
        if (found !== 'personal') return answer(reply, found);
      }
      return answer(reply, await renderPage({ request, reply, cookieHeader: request.headers.cookie, deps }));
    },
  });

  async function renderPage({ request, reply, cookieHeader, deps }: Rendering): Promise<Response> {
    const cookies = new CookieJar(cookieHeader, env.PUBLIC_URL.startsWith('https:'));
    const nonce = makeNonce();
    const context = build.entry.module.provideContext({
      api: createCaller(createContext(deps, { address: request.ip, cookies })),
      cookies,
      nonce,
      scriptPolicy: hydratedPolicy(nonce),
      origin: env.PUBLIC_URL,
      report: (error) =>
        deps.log.error('page failed', {
          request: request.id,
          path: request.url.split('?', 1)[0] ?? '',
          error: error instanceof Error ? error.name : typeof error,
        }),
    });
    const response = await render(toWebRequest(request, reply, env.PUBLIC_URL, cookieHeader), context);
    for (const cookie of cookies.headers()) response.headers.append('set-cookie', cookie);
    return response;
  }
}

interface Rendering {
  request: FastifyRequest;
  reply: FastifyReply;
  cookieHeader: string | undefined;
  deps: Deps;
}

function refuseForeignPosts({ env, deps, build }: Around) {
  const check = checkOrigin(env.PUBLIC_URL);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // The check answers programs; here a person may be reading, so its sentence is put on a page.
    const { code, message } = await refusalOf(check, request);
    if (code) await sendError(request, reply, { env, deps, build, status: code, message });
  };
}

async function refusalOf(check: ReturnType<typeof checkOrigin>, request: FastifyRequest) {
  const refusal = { code: 0, message: '' };
  const recorder = {
    code(code: number) {
      refusal.code = code;
      return recorder;
    },
    async send(body: { message: string }) {
      refusal.message = body.message;
    },
  };
  await check(request, recorder as unknown as FastifyReply);
  return refusal;
}

/** The address comes from configuration and the path, never from the Host header. */
function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  cookieHeader: string | undefined,
): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'cookie') for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  if (cookieHeader) headers.set('cookie', cookieHeader);
  const body = request.body instanceof Buffer ? new Uint8Array(request.body) : null;
  return new Request(publicUrl + request.url, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(request.method === 'POST' ? { body: body ?? new Uint8Array() } : {}),
  });
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // The renderer itself gave up: its answer has no words.
  if (response.status >= 500 && !response.body)
    throw new Refusal(response.status, 'Something went wrong on our side.');
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!response.body) return reply.send();
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) return reply.send(Readable.fromWeb(response.body as ReadableStream));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}
