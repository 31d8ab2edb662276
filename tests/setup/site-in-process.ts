import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../api/connect.ts';
import { facts } from '../../seed/facts.ts';
import { site as firm } from '../../seed/site.ts';
import { parseEnv } from '../../web/env.ts';
import { buildSite } from '../../web/site.ts';
import { openDeps } from './deps.ts';

export interface SiteInProcess {
  site: FastifyInstance;
  deps: Deps;
  close(): Promise<void>;
}

/** The whole site over this worker's databases, to inject requests into; it does not listen. */
export async function openSite(): Promise<SiteInProcess> {
  const deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'facts', data: facts });
  await deps.payload.updateGlobal({ slug: 'site', data: firm });
  const site = await buildSite({ env: parseEnv(process.env), deps });
  return {
    site,
    deps,
    async close() {
      await site.close();
      await deps.close();
    },
  };
}
