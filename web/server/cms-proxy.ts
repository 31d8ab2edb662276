import { PassThrough } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, RequestPayload } from 'fastify';
import { cookiesForCms, cookiesFromCms } from './cms-cookies.ts';
import { cmsAway, signInToCms } from './cms-sign-in.ts';
import { answerTwoStep } from './cms-two-step.ts';
import { type ServerContext, sendError } from './errors.ts';
import { Refusal } from './refusal.ts';
import { cmsPolicy, makeNonce } from './security-headers.ts';

/** 5 MiB: the largest picture or PDF that an editor may upload. */
const uploadAtMost = 5 * 1024 * 1024;
const tooLarge = 'This file is too large. The limit is 5 MB.';

/** Matches any spelling of the path, because the CMS ignores case. */
const signIn = /^\/cms\/api\/users\/login\b/i;
const twoStep = /^\/cms\/api\/two-step\/([^/]+)$/i;
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
  // Only `media-files.ts` serves them, with a content type from their bytes.
  app.addHook('onRequest', async (request, reply) => {
    const [, name] = file.exec(pathForCms(request.url)) ?? [];
    const [, query] = request.url.split('?');
    if (name) await reply.redirect(`/media/${encodeURIComponent(name)}${query ? `?${query}` : ''}`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return;
    const path = pathForCms(request.url);
    const [, act] = twoStep.exec(path) ?? [];
    if (act) return answerTwoStep(act, request, reply, { env, deps });
    if (signIn.test(path)) return signInToCms(request, reply, { env, deps });
  });
  // In a hook and not per proxied response, so that it covers every way of signing in.
  app.addHook('onSend', async (_request, reply) => {
    const cookies = cookiesFromCms(reply.getHeader('set-cookie') as string | string[] | undefined, env);
    if (cookies) reply.removeHeader('set-cookie').header('set-cookie', cookies);
  });
  // Editors' requests are passed on as streams. Fastify would parse text bodies itself, and a page with many parts is a
  // long one.
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
          // The plugin types the reply for servers of any kind, HTTP/2 too. Ours speaks HTTP/1 only.
          const reply = answer as unknown as FastifyReply;
          const refused = error.cause instanceof Refusal;
          if (!refused) deps.log.warn('cms away', { error: error.name });
          const failure = refused ? { status: 413, message: tooLarge } : { status: 503, message: cmsAway };
          void sendError(reply.request, reply, { env, deps, pages, ...failure });
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
  // An unread body would block the next request on the same connection.
  counted.once('error', () => body.resume());
  return body.pipe(counted);
}
