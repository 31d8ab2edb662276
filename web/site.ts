import type { Deps } from '@claimdesk/api/connect';
import { apiPlugin } from '@claimdesk/api/plugin';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import { cmsProxy } from './server/cms-proxy.ts';
import { followTraffic } from './server/drain.ts';
import { makeErrorHandler } from './server/errors.ts';
import { health } from './server/health.ts';
import { loadPages } from './server/load-pages.ts';
import { mediaFiles } from './server/media-files.ts';
import { answerFromMemory } from './server/page-cache.ts';
import { pages } from './server/pages.ts';
import { preview } from './server/preview.ts';
import { bodyAtMost, limitRequests } from './server/request-limits.ts';
import { logRequests } from './server/request-log.ts';
import { securityHeaders } from './server/security-headers.ts';
import { staticFiles } from './server/static-files.ts';
import { answerUnreadable } from './server/unreadable-requests.ts';

/**
 * Puts the public process together, in the order in which a request meets the parts.
 *
 * @param buildDir where `react-router build` put its output.
 * @returns an app that does not listen yet, so that tests can inject requests.
 */
export async function buildSite({
  env,
  deps,
  buildDir = new URL('./build/', import.meta.url),
}: {
  env: Env;
  deps: Deps;
  buildDir?: URL;
}): Promise<FastifyInstance> {
  const build = await loadPages(buildDir);
  const answerError = makeErrorHandler({ env, deps, build });
  const site = Fastify({
    logger: false,
    bodyLimit: bodyAtMost,
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    requestTimeout: 15_000,
    http: { headersTimeout: 10_000 },
    // While the process ends, what still comes in over open connections is answered, not refused.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2048 },
    clientErrorHandler: answerUnreadable(env.PUBLIC_URL),
    frameworkErrors: answerError,
  });

  followTraffic(site);
  logRequests(site, deps.log);
  answerFromMemory(site, deps.content);
  securityHeaders(site, env.PUBLIC_URL);
  site.setErrorHandler(answerError);
  limitRequests(site);
  await site.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await site.register(health, { deps });
  await site.register(staticFiles, { buildDir });
  await site.register(mediaFiles, { prefix: '/media', dataDir: env.DATA_DIR });
  await site.register(preview, { prefix: '/cms/preview', env, deps, build });
  await site.register(cmsProxy, { env, deps, build });
  await site.register(apiPlugin, { deps });
  await site.register(pages, { env, deps, build });
  return site;
}
