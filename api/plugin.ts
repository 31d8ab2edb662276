import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createContext, type RequestContext } from './platform/context.ts';
import type { Deps } from './platform/deps.ts';
import { CookieJar } from './platform/http/cookies.ts';
import { refuseForeignChanges } from './platform/http/origin.ts';
import { appRouter } from './router.ts';

const maxBatchSize = 10;
const maxDepth = 8;
/** Every guess must cost one request, so sign-in procedures are never part of a batch. */
const neverBatched = /(^|,)(staff\.signIn|clients\.(signIn|register))/;
/** Procedure names after one decoding. tRPC decodes them again, which could bypass the checks here. */
const procedureNames = /^[\w.,]+$/;

/** Serves the tRPC router under /trpc, in its own Fastify scope. */
export async function apiPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('onRequest', refuseForeignChanges(deps.settings.PUBLIC_URL));
  app.addHook('onRequest', refuseBatches);
  app.addHook('onSend', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const cookies = jars.get(request)?.headers() ?? [];
    if (cookies.length > 0) reply.header('set-cookie', cookies);
  });
  app.removeAllContentTypeParsers();
  // tRPC parses the body itself; here only its size and content type are checked.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    preValidation: refuseDepth,
    handler: (req, res) =>
      fastifyRequestHandler({
        router: appRouter,
        req,
        res,
        path: req.params.path,
        createContext: () => contextOf(req, deps),
      }),
  });
}

/** The cookies that a call sets; written with its response. */
const jars = new WeakMap<FastifyRequest, CookieJar>();

function contextOf(request: FastifyRequest, deps: Deps): RequestContext {
  const cookies = new CookieJar(request.headers.cookie, deps.settings.PUBLIC_URL.startsWith('https:'));
  jars.set(request, cookies);
  const userAgent = request.headers['user-agent'];
  return createContext(deps, { address: request.ip, cookies, userAgent, byScript: true });
}

async function refuseBatches(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path = '' } = request.params as { path?: string };
  if (!procedureNames.test(path)) {
    await reply.code(404).send({ message: 'There is nothing at this address.' });
    return;
  }
  const batched = (request.query as Record<string, unknown>).batch !== undefined;
  if (path.split(',').length > maxBatchSize || (batched && neverBatched.test(path))) {
    await reply.code(400).send({ message: 'Too many calls in one request.' });
  }
}

async function refuseDepth({ body }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (typeof body === 'string' && jsonDepth(body) > maxDepth) {
    await reply.code(400).send({ message: 'What was sent is nested too deeply.' });
  }
}

/** @returns how deep arrays and objects nest, found without building them. */
function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
