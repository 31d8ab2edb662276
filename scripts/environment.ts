import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseKeys } from '@claimdesk/api/keys';
import { readSettings, type Settings } from '@claimdesk/api/settings';
import { productionFaults } from '@claimdesk/cms/production';
import { completeKeyFile, keyFileOf } from './key-file.ts';
import type { GivenDatabase, Uris } from './mongod.ts';
import { StartError } from './start-error.ts';

/** What was made on the first start and is printed on every one. */
export interface Credentials {
  cms: { url: string; email: string; password: string };
  admin: { url: string; password: string; email: string; emailPassword: string };
  client: { ssn: string; pin: string; dateOfBirth: string };
}

export interface Environment {
  credentials: Credentials;
  site: NodeJS.ProcessEnv;
  cms: NodeJS.ProcessEnv;
}

/** Makes DATA_DIR (default `./data`). @returns its absolute path. @throws StartError when it can't be written to. */
export async function openDataDir(): Promise<string> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../data'));
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    const probe = join(dataDir, '.writable');
    await writeFile(probe, '');
    await rm(probe);
    return dataDir;
  } catch {
    throw new StartError(
      `DATA_DIR ${dataDir} can't be written to: choose another folder or change its permissions.`,
    );
  }
}

/**
 * Checks the settings and keys before anything starts: the processes refuse them too, but only in their logs.
 *
 * @returns the settings of the site, with a placeholder MONGODB_URI when none is given.
 * @throws StartError with a sentence for each that is invalid.
 */
export async function checkSettings(dataDir: string, port: number, mode: 'start' | 'dev'): Promise<Settings> {
  // PAYLOAD_SECRET is made from the keys; an empty line in an environment file means "not set".
  const set = Object.entries(process.env).filter(([name, value]) => value && name !== 'PAYLOAD_SECRET');
  const given: Record<string, string | undefined> = {
    MONGODB_URI: 'mongodb://127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...(mode === 'dev' && { DEVELOPER_PAGES: '1' }),
    ...Object.fromEntries(set),
    NODE_ENV: 'production',
  };
  try {
    if (!/^https?:$/.test(URL.parse(given.PUBLIC_URL ?? '')?.protocol ?? ''))
      throw new Error('PUBLIC_URL must be an address that starts with http:// or https://.');
    const file = keyFileOf(dataDir);
    const settings = readSettings({ APP_KEYS_FILE: file, ...given });
    const { STAFF_EMAIL, SMTP_URL = '' } = settings;
    const faults = productionFaults({ ...given, STAFF_EMAIL, SMTP_URL });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    parseKeys(settings.APP_KEYS ?? (await completeKeyFile(file)));
    return settings;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

/** Sign-ins to what only the site talks to. */
const siteOnly = /^(SMTP_URL|BACKUP_\w+|DOCUMENTS_S3_\w+|OIDC_\w+|CDN_PURGE_\w+)$/;

/**
 * The environment of each process: the site gets everything, the CMS neither the keys to people's data nor the site's
 * database user. Keys and sign-ins are made at random on the first start and kept in DATA_DIR, readable by its owner
 * only.
 */
export async function prepareEnvironment({
  dataDir,
  port,
  database,
}: {
  dataDir: string;
  port: number;
  database: Uris & Partial<Pick<GivenDatabase, 'from'>>;
}): Promise<Environment> {
  const PUBLIC_URL = (process.env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const { CMS_MONGODB_URI: _, APP_KEYS, APP_KEYS_FILE: __, MONGODB_SOURCE: ___, ...given } = process.env;
  const file = keyFileOf(dataDir);
  const PAYLOAD_SECRET = parseKeys(APP_KEYS ?? (await completeKeyFile(file)))
    .cms[0].secret.export()
    .toString('hex');
  // The file's name and not its text: a process that is restarted must read the keys of that moment.
  const keys = APP_KEYS ? { APP_KEYS } : { APP_KEYS_FILE: file };
  const [forSite, forBoth] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => siteOnly.test(name) === wanted)),
  );
  const shared = {
    ...forBoth,
    NODE_ENV: 'production' as const,
    DATA_DIR: dataDir,
    PUBLIC_URL,
    PAYLOAD_SECRET,
  };
  return {
    credentials: await credentialsFile(dataDir, PUBLIC_URL),
    site: {
      ...shared,
      ...forSite,
      ...keys,
      ...(database.from && { MONGODB_SOURCE: database.from }),
      PORT: String(port),
      MONGODB_URI: database.siteUri,
    },
    cms: { ...shared, MONGODB_URI: database.cmsUri },
  };
}

async function credentialsFile(dataDir: string, publicUrl: string): Promise<Credentials> {
  const file = join(dataDir, 'credentials.json');
  if (!existsSync(file)) await writeFile(file, JSON.stringify(makeCredentials(), null, 2), { mode: 0o600 });
  await chmod(file, 0o600);
  const made: Credentials = JSON.parse(await readFile(file, 'utf8'));
  const current = {
    ...made,
    cms: { ...made.cms, url: `${publicUrl}/cms` },
    admin: { ...made.admin, url: `${publicUrl}/admin/login` },
  };
  await writeFile(file, JSON.stringify(current, null, 2), { mode: 0o600 });
  return current;
}

function makeCredentials(): Credentials {
  const secret = () => randomBytes(15).toString('base64url');
  return {
    cms: { url: '', email: 'admin@claimdesk.example', password: secret() },
    admin: { url: '', password: secret(), email: 'reviewer@claimdesk.example', emailPassword: secret() },
    client: demoClient(),
  };
}

/** A made-up client. 219-09-9999 was printed in a pamphlet of 1940 and never issued. */
function demoClient(): Credentials['client'] {
  const pin = () => String(randomInt(10_000)).padStart(4, '0');
  const ssn = '219099999';
  const refused = ['1234', '4321', '1958', ssn.slice(-4)];
  let chosen = pin();
  while (refused.includes(chosen) || /^(\d)\1{3}$/.test(chosen)) chosen = pin();
  return { ssn, pin: chosen, dateOfBirth: '1958-04-12' };
}
