import { PassThrough } from 'node:stream';
import { DomainError } from '@claimdesk/api/domain-error';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, RequestPayload } from 'fastify';
import { type Around, sendError } from './errors.ts';
import { Refusal } from './refusal.ts';
import { cmsPolicy, makeNonce } from './security-headers.ts';

/** 5 MiB: the largest picture or PDF that an editor may upload (SECURITY.md 'HTTP'). */
const uploadAtMost = 5 * 1024 * 1024;
const tooLarge = 'This file is too large. The limit is 5 MB.';
const away =
  'The editing pages are away for a moment. The public site is not affected. Please try again in a minute.';

/** Any spelling of the path counts, small letters or not: the CMS takes them alike. */
const signIn = /^\/cms\/api\/users\/login\b/i;
/** Nobody's address is confirmed by mail here, and the CMS fails on whoever tries. */
const unused = /^\/cms\/api\/users\/verify\b/i;

/** One policy per request: Next must see the very nonce that the browser is told. */
const policies = new WeakMap<object, string>();

/** Hands /cms and /_next to the editors' process, so that both share one origin and one public port. */
export async function cmsProxy(app: FastifyInstance, { env, deps, build }: Around): Promise<void> {
  const { protocol, host } = new URL(env.PUBLIC_URL);
  app.addHook('onRequest', async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > uploadAtMost) throw new Refusal(413, tooLarge);
    if (unused.test(pathForCms(request.url))) throw new Refusal(404, 'There is nothing at this address.');
    policies.set(request, cmsPolicy(makeNonce()));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || !signIn.test(pathForCms(request.url))) return;
    const refusal = await deps.limits.reserve('cmsSignIn', request.ip).then(
      () => null,
      (error: unknown) => error,
    );
    // In the shape in which Payload's own form reads what went wrong.
    if (refusal instanceof DomainError)
      await reply.code(429).send({ errors: [{ message: refusal.message }] });
    else if (refusal) throw refusal;
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
          cookie: editorsCookies(request.headers.cookie),
        }),
        rewriteHeaders: (headers, request) => ({
          ...headers,
          'content-security-policy': policies.get(request ?? {}),
        }),
        onError: (answer, { error }) => {
          const reply = answer as unknown as FastifyReply;
          const refused = error.cause instanceof Refusal;
          if (!refused) deps.log.warn('cms away', { error: error.name });
          const said = refused ? { status: 413, message: tooLarge } : { status: 503, message: away };
          void sendError(reply.request, reply, { env, deps, build, ...said });
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

/** The editors' process is not trusted with people's sessions: it gets its own cookies and no others. */
function editorsCookies(header: string | undefined): string | undefined {
  const own = (header ?? '').split(/; */).filter((pair) => pair.startsWith('claimdesk-cms-'));
  return own.length > 0 ? own.join('; ') : undefined;
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
