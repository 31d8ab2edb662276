import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Keys, parseKeys } from '../../api/platform/keys/key-ring.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { client, startOpenIdProvider } from './openid-provider.ts';

const root = join(import.meta.dirname, '../..');

export interface RunningSite {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Makes a data folder with the content that a first start adds, copied from the one that `npm test` has made. Without it,
 * as for a single file of tests, the folder is empty, and the start takes longer.
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'claimdesk-site-'));
  await fillDataDir(folder);
  return folder;
}

/** Copies that data folder to another place, if there is one. */
export async function fillDataDir(folder: string): Promise<void> {
  const { SEEDED_DATA_DIR } = process.env;
  if (!SEEDED_DATA_DIR) return;
  await cp(SEEDED_DATA_DIR, folder, { recursive: true });
  await forgetPort(join(folder, 'database.json'));
}

/** A database prefers the port of its last start. Copies that start at the same time would all find the same one free. */
async function forgetPort(file: string): Promise<void> {
  const settings = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...settings, port: 0 }), { mode: 0o600 });
}

/**
 * Starts the product as `npm start` does, on a free port, and waits for its `ready` line.
 *
 * @param folder the checkout to start, or a copy of it that a test has edited.
 * @param dataDir kept when the site stops; by default one of its own with content, which is deleted.
 * @param settings environment variables of its own.
 */
export async function startSite(
  folder = root,
  dataDir?: string,
  settings: Record<string, string> = {},
): Promise<RunningSite> {
  const data = dataDir ?? (await makeDataDir());
  const port = await findFreePort();
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: data,
      PORT: String(port),
      // Lets tests set their IP address with X-Forwarded-For, so that they don't share rate limits.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...settings,
    },
    // Its own pipe: with the worker's, a process that outlives a failed test would keep the whole run from ending.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(process.stderr);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^ready http/m.test(output)) resolve();
    });
    exited.then((code) => reject(new Error(`start ended with ${code}:\n${output}`)));
  });
  await ready;
  return {
    url: `http://localhost:${port}`,
    dataDir: data,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      if (!dataDir) await rm(data, { recursive: true, force: true });
    },
  };
}

export async function readCredentials(dataDir: string) {
  return JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
}

/** @returns the keys of a running site. */
export async function readKeys(dataDir: string): Promise<Keys> {
  return parseKeys(await readFile(join(dataDir, 'keys.json'), 'utf8'));
}

export default async function setup(): Promise<() => Promise<void>> {
  const providerPort = await findFreePort();
  Object.assign(process.env, {
    OIDC_ISSUER: `http://localhost:${providerPort}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  });
  // However busy the machine is: journeys expect what was published at once.
  const site = await startSite(root, undefined, { CONTENT_WAIT_SECONDS: '100' });
  const provider = await startOpenIdProvider(providerPort, site.url);
  process.env.SITE_URL = site.url;
  process.env.SITE_DATA_DIR = site.dataDir;
  process.env.CMS_COOKIE = await cmsCookie(site);
  return async () => {
    await site.stop();
    await provider.close();
  };
}

/** Signs the seeded CMS admin in once; journeys share the session, because concurrent sign-ins are tested elsewhere. */
async function cmsCookie({ url, dataDir }: RunningSite): Promise<string> {
  const { cms } = await readCredentials(dataDir);
  const response = await fetch(`${url}/cms/api/users/login`, {
    method: 'POST',
    headers: { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email: cms.email, password: cms.password }),
  });
  if (!response.ok) throw new Error(`The CMS answered ${response.status} to its admin.`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
