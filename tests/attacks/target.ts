import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../api/platform/deps.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { builtPages, type Pages } from '../../web/server/load-pages.ts';
import { startSite } from '../setup/site.ts';

/** The site under attack, and a connection to its databases. */
export interface Target {
  url: string;
  /** The origin of its PUBLIC_URL. */
  origin: string;
  /** Connected to the site's databases. */
  deps: Deps;
  pages: Pages;
  close(): Promise<void>;
}

/** The site in this process, with the CMS's real REST handlers behind its proxy: faster, because it needs no Next.js. */
export async function openInProcess(): Promise<Target> {
  const { openDeps } = await import('../setup/deps.ts');
  const { goodHome, serveCms } = await import('../../cms/testing.ts');
  const { buildSite } = await import('../../web/site.ts');
  const { parseEnv } = await import('../../web/env.ts');
  const { addFigures } = await import('../../seed/figures.ts');
  const { site: firm } = await import('../../seed/site.ts');
  const deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: firm });
  const home = { ...goodHome(), _status: 'published' as const };
  await deps.payload.create({ collection: 'pages', data: home as never });
  const cms = await serveCms(deps.payload);
  const env = parseEnv({
    ...process.env,
    CMS_ORIGIN: cms.origin,
    // Lets each request set its IP address, so that rate limits don't hide missing access checks.
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const site = await buildSite({ env, deps });
  const url = await site.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    origin: new URL(env.PUBLIC_URL).origin,
    deps,
    pages: await (await builtPages()).load(),
    async close() {
      await site.close();
      await cms.stop();
      await deps.close();
    },
  };
}

/** The whole product with all its processes, as `npm start` runs it, on an empty data folder. */
export async function openProduct(): Promise<Target> {
  const site = await startSite();
  const uris = await runningUris(site.dataDir);
  const keys = join(site.dataDir, 'keys.json');
  const [{ secret }] = JSON.parse(await readFile(keys, 'utf8')).cms;
  // Modules read these when they load, so they are imported afterwards.
  Object.assign(process.env, {
    MONGODB_URI: uris?.siteUri,
    APP_KEYS_FILE: keys,
    DATA_DIR: site.dataDir,
    PUBLIC_URL: site.url,
    PAYLOAD_SECRET: Buffer.from(secret, 'base64').toString('hex'),
  });
  const { openDeps } = await import('../../api/open-deps.ts');
  const { readSettings } = await import('../../api/platform/settings.ts');
  const deps = await openDeps(readSettings(process.env), () => {});
  return {
    url: site.url,
    origin: site.url,
    deps,
    pages: await (await builtPages()).load(),
    async close() {
      await deps.close();
      await site.stop();
    },
  };
}
