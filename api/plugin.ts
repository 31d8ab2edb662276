import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createContext, type RequestContext } from './platform/context.ts';
import type { Deps } from './platform/deps.ts';
import { CookieJar } from './platform/http/cookies.ts';
import { refuseForeignChanges } from './platform/http/origin.ts';
import { browserRouter } from './router.ts';

const served = new Set(Object.keys(browserRouter._def.procedures));

/** Serves what scripts of pages call under /trpc, one call a request, in its own Fastify scope. */
export async function apiPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('onRequest', refuseForeignChanges(deps.settings.PUBLIC_URL));
  app.addHook('onRequest', refuseOthers);
  app.addHook('onSend', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const cookies = jars.get(request)?.headers() ?? [];
    if (cookies.length > 0) reply.header('set-cookie', cookies);
  });
  app.removeAllContentTypeParsers();
  // tRPC parses the body itself; here only its size and content type are checked. A call without an input has none.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body || 'null'),
  );
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    handler: (req, res) =>
      fastifyRequestHandler({
        router: browserRouter,
        allowBatching: false,
        // Inputs of reads are posted, because logs and histories keep addresses.
        allowMethodOverride: true,
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

async function refuseOthers({ params }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path = '' } = params as { path?: string };
  if (!served.has(path)) await reply.code(404).send({ message: 'There is nothing at this address.' });
}
