import { PassThrough } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, RequestPayload } from 'fastify';
import { cookiesForCms, cookiesFromCms } from './cms-cookies.ts';
import { cmsAway, signInToCms } from './cms-sign-in.ts';
import { type ServerContext, sendError } from './errors.ts';
import { Refusal } from './refusal.ts';
import { cmsPolicy, makeNonce } from './security-headers.ts';

/** 5 MiB: the largest picture or PDF that an editor may upload. */
const uploadAtMost = 5 * 1024 * 1024;
const tooLarge = 'This file is too large. The limit is 5 MB.';

/** Any spelling of the path counts, small letters or not: the CMS takes them alike. */
const signIn = /^\/cms\/api\/users\/login\b/i;
/** Parts of Payload and Next that nothing here uses: confirming an address by mail, and making pictures smaller. */
const unused = /^\/(cms\/api\/users\/verify|_next\/(image|data))\b/i;
/** Where the CMS itself would serve what editors uploaded. */
const file = /^\/cms\/api\/media\/file\/([^/]+)$/i;

/** One policy per request: Next must see the very nonce that the browser is told. */
const policies = new WeakMap<object, string>();

/** Hands /cms and /_next to the editors' process, so that both share one origin and one public port. */
export async function cmsProxy(app: FastifyInstance, { env, deps, pages }: ServerContext): Promise<void> {
  const { protocol, host } = new URL(env.PUBLIC_URL);
  app.addHook('onRequest', async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > uploadAtMost) throw new Refusal(413, tooLarge);
    if (unused.test(pathForCms(request.url))) throw new Refusal(404, 'There is nothing at this address.');
    policies.set(request, cmsPolicy(makeNonce()));
  });
  // There is one place that serves them, by what is in them (`media-files.ts`).
  app.addHook('onRequest', async (request, reply) => {
    const [, name] = file.exec(pathForCms(request.url)) ?? [];
    const [, query] = request.url.split('?');
    if (name) await reply.redirect(`/media/${encodeURIComponent(name)}${query ? `?${query}` : ''}`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || !signIn.test(pathForCms(request.url))) return;
    return signInToCms(request, reply, { env, deps });
  });
  // Here and not where single answers are passed on, so that no way of signing in can leave it out.
  app.addHook('onSend', async (_request, reply) => {
    const cookies = cookiesFromCms(reply.getHeader('set-cookie') as string | string[] | undefined, env);
    if (cookies) reply.removeHeader('set-cookie').header('set-cookie', cookies);
  });
  // What editors send goes on as it comes. Fastify would read text by itself, and a page of many parts is sent as a long one.
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (_request, _reply, payload) => stopAt(uploadAtMost, payload));

  for (const prefix of ['/cms', '/_next']) {
    await app.register(httpProxy, {
      upstream: env.CMS_ORIGIN,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': protocol.slice(0, -1),
          'x-forwarded-for': request.ip,
          'content-security-policy': policies.get(request),
          cookie: cookiesForCms(request.headers.cookie, env),
        }),
        rewriteHeaders: (headers, request) => ({
          ...headers,
          'content-security-policy': policies.get(request ?? {}),
        }),
        onError: (answer, { error }) => {
          const reply = answer as unknown as FastifyReply;
          const refused = error.cause instanceof Refusal;
          if (!refused) deps.log.warn('cms away', { error: error.name });
          const said = refused ? { status: 413, message: tooLarge } : { status: 503, message: cmsAway };
          void sendError(reply.request, reply, { env, deps, pages, ...said });
        },
      },
    });
  }
}

/** @returns the path that the CMS answers for this address: decoded, with one kind of slash, without empty parts and dots. */
function pathForCms(url: string): string {
  return decoded(url.split('?', 1)[0] ?? '').replace(/[/\\]+(\.[/\\]+)*/g, '/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @returns a stream that passes bytes on and fails once there are too many: a chunked body names no length. */
function stopAt(most: number, body: RequestPayload): PassThrough {
  let seen = 0;
  const counted = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(new Refusal(413, tooLarge));
      else done(null, chunk);
    },
  });
  // What is left unread would stand before the next request of the same connection.
  counted.once('error', () => body.resume());
  return body.pipe(counted);
}
