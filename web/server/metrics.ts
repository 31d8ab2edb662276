import type { Deps } from '@claimdesk/api/deps';
import { followConnections, readGauges } from '@claimdesk/api/gauges';
import { registry } from '@claimdesk/api/metrics';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Env } from '#web/env.ts';

const durations = new Histogram({
  name: 'claimdesk_request_duration_seconds',
  help: 'How long requests took, by method, route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  registers: [registry],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** Whose pages begin with what; all others are public. */
const audiences = [
  ['/admin', 'pages of staff'],
  ['/client-', 'pages of clients'],
] as const;

/**
 * @returns the route by its pattern, so that no label has an id or grows with the addresses that somebody makes up. Pages share
 * one pattern, so they are told apart by audience.
 */
function routeOf({ routeOptions, url }: FastifyRequest): string {
  const pattern = routeOptions.url ?? 'none';
  if (pattern !== '/*') return pattern;
  return audiences.find(([start]) => url.startsWith(start))?.[1] ?? 'public pages';
}

/** Measures each answer, for `serveMetrics`. */
export function measureRequests(site: FastifyInstance): void {
  site.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request), status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * Serves `/metrics` for Prometheus on a port of its own, which no proxy leads to, if there is one.
 *
 * @returns what serves it, to be closed.
 */
export async function serveMetrics(
  { METRICS_PORT: port, METRICS_HOST: host }: Pick<Env, 'METRICS_PORT' | 'METRICS_HOST'>,
  deps: Deps,
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined;
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const all = Registry.merge([ofProcess, registry]);
  followConnections(deps.portal.getClient());
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    // Without a database, what the process itself counts is what an operator needs most.
    await readGauges(deps).catch(() => deps.log.warn('gauges not read'));
    return reply.type(all.contentType).send(await all.metrics());
  });
  await app.listen({ port, host });
  return app;
}
