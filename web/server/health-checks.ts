import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process lives. `/readyz`: the database and the content answer; it says, too, when a restored copy holds its jobs. */
export async function healthChecks(
  app: FastifyInstance,
  { deps }: { deps: Pick<Deps, 'ready' | 'jobs'> },
): Promise<void> {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.ready().catch(() => false);
    if (!ready) return reply.code(503).send({ status: 'not ready' });
    const hold = await deps.jobs.hold().catch(() => null);
    return reply.send({ status: 'ready', ...(hold && { jobs: 'held' }) });
  });
}
