import { rm } from 'node:fs/promises';
import { test } from '@playwright/test';
import { makeDataDir, type RunningSite, startSite } from './site.ts';

/**
 * Gives the tests of a `describe` a site of their own, which `SITE_URL` and `SITE_DATA_DIR` name meanwhile.
 *
 * @returns the site, once it has started.
 */
export function useSeparateSite(): () => RunningSite {
  let site: RunningSite | undefined;
  const { SITE_URL, SITE_DATA_DIR } = process.env;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const dataDir = await makeDataDir();
    site = await startSite(undefined, dataDir);
    Object.assign(process.env, { SITE_URL: site.url, SITE_DATA_DIR: dataDir });
  });

  test.afterAll(async () => {
    Object.assign(process.env, { SITE_URL, SITE_DATA_DIR });
    await site?.stop();
    if (site) await rm(site.dataDir, { recursive: true, force: true });
  });

  return () => {
    if (!site) throw new Error('The separate site has not started.');
    return site;
  };
}
