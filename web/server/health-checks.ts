import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process lives. `/readyz`: the database and the content answer. */
export async function healthChecks(
  app: FastifyInstance,
  { deps }: { deps: Pick<Deps, 'ready'> },
): Promise<void> {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.ready().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
