import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../api/platform/deps.ts';
import { addFigures } from '../../seed/figures.ts';
import { site as firm } from '../../seed/site.ts';
import { parseEnv } from '../../web/env.ts';
import { buildSite } from '../../web/site.ts';
import { openDeps } from './deps.ts';

export interface SiteInProcess {
  site: FastifyInstance;
  deps: Deps;
  close(): Promise<void>;
}

/**
 * The whole site on this worker's databases, for injected requests; it does not listen on a port.
 *
 * @param before starts services that the site depends on; it returns the environment variables that point to them.
 */
export async function openSite(
  before: (payload: Deps['payload']) => Promise<Record<string, string>> = async () => ({}),
): Promise<SiteInProcess> {
  const deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: firm });
  const env = parseEnv({ ...process.env, ...(await before(deps.payload)) });
  const site = await buildSite({ env, deps });
  return {
    site,
    deps,
    async close() {
      await site.close();
      await deps.close();
    },
  };
}
