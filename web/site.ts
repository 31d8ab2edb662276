import type { Deps } from '@claimdesk/api/deps';
import { apiPlugin } from '@claimdesk/api/plugin';
import { tusPlugin } from '@claimdesk/api/tus';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import { cmsProxy } from './server/cms-proxy.ts';
import { answerUnreadable, makeErrorHandler } from './server/errors.ts';
import { readForwardedFor } from './server/forwarded-for.ts';
import { healthChecks } from './server/health-checks.ts';
import { builtPages, type PageSource } from './server/load-pages.ts';
import { mediaFiles } from './server/media-files.ts';
import { measureRequests } from './server/metrics.ts';
import { answerFromMemory } from './server/page-cache.ts';
import { pages } from './server/pages.ts';
import { preview } from './server/preview.ts';
import { bodyAtMost, limitRequests, uploadArrivesWithinMs } from './server/request-limits.ts';
import { logRequests } from './server/request-log.ts';
import { securityHeaders } from './server/security-headers.ts';
import { staticFiles } from './server/static-files.ts';
import { followTraffic, postsInTurn } from './server/traffic.ts';

/**
 * Assembles the public process, in the order in which a request passes its parts.
 *
 * @param source what is shown: the built pages, except in development.
 * @returns an app that does not listen yet, so that tests can inject requests.
 */
export async function buildSite({
  env,
  deps,
  source,
}: {
  env: Env;
  deps: Deps;
  source?: PageSource;
}): Promise<FastifyInstance> {
  const shown = source ?? (await builtPages());
  const { clientDir } = shown;
  const context = { env, deps, pages: shown };
  const answerError = makeErrorHandler(context);
  const site = Fastify({
    logger: false,
    bodyLimit: bodyAtMost,
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    requestTimeout: uploadArrivesWithinMs,
    // By default, Node checks its timeouts only every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // While the process shuts down, requests on open connections are answered, not refused.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2048 },
    clientErrorHandler: answerUnreadable(env.PUBLIC_URL),
    frameworkErrors: answerError,
  });

  readForwardedFor(site);
  followTraffic(site);
  logRequests(site, deps.log);
  measureRequests(site);
  answerFromMemory(site, deps.content);
  securityHeaders(site, env.PUBLIC_URL);
  site.setErrorHandler(answerError);
  limitRequests(site);
  await site.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await site.register(healthChecks, { deps });
  if (clientDir) await site.register(staticFiles, { clientDir });
  await site.register(mediaFiles, { prefix: '/media', env });
  await site.register(preview, { prefix: '/cms/preview', ...context });
  await site.register(cmsProxy, context);
  await site.register(apiPlugin, { deps });
  await site.register(tusPlugin, { deps });
  await site.register(pages, { ...context, inTurn: postsInTurn(site) });
  return site;
}
