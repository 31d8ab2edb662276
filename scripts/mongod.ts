import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { compareVersions, type FoundMongod, findMongod } from './find-mongod.ts';
import { findFreePort } from './free-port.ts';
import { type DatabaseUsers, prepareReplicaSet } from './prepare-replica-set.ts';
import { replaceFile } from './replace-file.ts';
import { StartError } from './start-error.ts';

const { MongoClient } = mongoose.mongo;

/** What the embedded database keeps about itself in DATA_DIR/database.json (mode 0600). */
interface DatabaseFile extends DatabaseUsers {
  port: number;
  /** The feature version of the data, such as `8.0`: which mongod can open it. Missing before the first start. */
  dataVersion?: string;
}

/**
 * What every mongod is started with: no JavaScript in queries, and no zlib, whose handling leaked memory before 6.0.27.
 */
const hardening = ['--noscripting', '--networkMessageCompressors', 'snappy,zstd'];

/** Long enough for a busy machine: a running database that is taken for a stopped one would be started twice. */
const answerWithinMs = 3_000;

export interface Uris {
  /** For the site process: may read and write the content and the portal database. */
  siteUri: string;
  /** For the CMS process: the content database and nothing else, so that an editor can't reach people's data. */
  cmsUri: string;
}

/** Of a database of ours. */
interface OwnUris extends Uris {
  /** May do everything: for maintenance and for tests, which use databases of their own. */
  ownerUri: string;
}

export interface GivenDatabase extends Uris {
  /** Where its program came from; undefined for a server that MONGODB_URI names. */
  from: FoundMongod['from'] | undefined;
  /** 0 when it is not ours. */
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

export interface RunningDatabase extends GivenDatabase, OwnUris {}

/**
 * Starts a real mongod on a private loopback port as a one-node replica set with its files in `dataDir`, with access
 * control on: three users, of which only the first two can see people's data.
 *
 * @param parameters of mongod for tests, such as `ttlMonitorSleepSecs=1`.
 * @throws StartError when it does not come up, with the last line of its log.
 */
export async function startMongod(
  dataDir: string,
  report: (step: string) => void,
  parameters: readonly string[] = [],
): Promise<RunningDatabase> {
  const folder = join(dataDir, 'db');
  await mkdir(folder, { recursive: true });
  const logFile = join(dataDir, 'logs', 'mongod.log');
  const settings = await databaseFile(dataDir);
  const found = await findMongod(report, settings);
  report(`MongoDB ${found.version} from ${found.from === 'PATH' ? 'the PATH' : found.from}`);
  const keyFile = join(dataDir, 'database.key');
  if (!existsSync(keyFile)) await writeFile(keyFile, randomBytes(64).toString('base64'), { mode: 0o600 });
  const output = await open(logFile, 'a');
  const args = ['--dbpath', folder, '--port', String(settings.port), '--bind_ip', '127.0.0.1', '--quiet'];
  args.push(...parameters.flatMap((each) => ['--setParameter', each]));
  const child = spawn(
    found.file,
    [
      ...args,
      ...hardening,
      '--replSet',
      'claimdesk',
      '--auth',
      '--keyFile',
      keyFile,
      '--wiredTigerCacheSizeGB',
      '0.5',
    ],
    { stdio: ['ignore', output.fd, output.fd], detached: true },
  );
  await output.close();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const spawnFailed = new Promise<never>((_, reject) =>
    child.once('error', (error) => reject(new StartError(`MongoDB could not be started: ${error.message}.`))),
  );
  const gone = exited.then(async () => {
    throw new StartError(`MongoDB stopped while starting: ${await lastLogLine(logFile)}`);
  });
  await Promise.race([prepareReplicaSet(`127.0.0.1:${settings.port}`, settings), gone, spawnFailed]);
  gone.catch(() => {});
  spawnFailed.catch(() => {});
  const uris = urisOf(settings);
  await saveDatabaseFile(dataDir, {
    ...settings,
    dataVersion: await raiseDataVersion(uris.ownerUri, found.version),
  });
  return {
    ...uris,
    from: found.from,
    pid: child.pid ?? 0,
    exited,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** @returns how to reach the database of a start that runs on this folder, or undefined if none answers. */
export async function runningUris(dataDir: string): Promise<OwnUris | undefined> {
  const file = join(dataDir, 'database.json');
  if (!existsSync(file)) return undefined;
  const uris = urisOf(JSON.parse(await readFile(file, 'utf8')));
  const client = await MongoClient.connect(uris.siteUri, { serverSelectionTimeoutMS: answerWithinMs }).catch(
    () => undefined,
  );
  await client?.close();
  return client && uris;
}

function urisOf(settings: DatabaseFile): OwnUris {
  const uri = (user: 'owner' | 'site' | 'cms') =>
    `mongodb://${user}:${settings[user]}@127.0.0.1:${settings.port}/?authSource=admin&replicaSet=claimdesk`;
  return { siteUri: uri('site'), cmsUri: uri('cms'), ownerUri: uri('owner') };
}

async function databaseFile(dataDir: string): Promise<DatabaseFile> {
  const file = join(dataDir, 'database.json');
  const secret = () => randomBytes(24).toString('hex');
  const known: DatabaseFile = existsSync(file)
    ? JSON.parse(await readFile(file, 'utf8'))
    : { port: 0, owner: secret(), site: secret(), cms: secret() };
  const port = await findFreePort(known.port);
  const settings = { ...known, port };
  await saveDatabaseFile(dataDir, settings);
  return settings;
}

async function saveDatabaseFile(dataDir: string, settings: DatabaseFile): Promise<void> {
  await replaceFile(join(dataDir, 'database.json'), JSON.stringify(settings, null, 2));
}

/**
 * Raises the data's feature version to that of the running mongod. Only then can the next major version open it; the
 * previous one no longer can. @returns the data's feature version.
 */
async function raiseDataVersion(ownerUri: string, version: string): Promise<string> {
  const client = await MongoClient.connect(ownerUri);
  try {
    const admin = client.db('admin');
    const answer = await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 });
    const current: string = answer.featureCompatibilityVersion.version;
    const wanted = version.split('.').slice(0, 2).join('.');
    if (compareVersions(current, wanted) >= 0) return current;
    // From 7.0 on it must be confirmed that there is no way back.
    const confirm = compareVersions(wanted, '7.0') >= 0 ? { confirm: true } : {};
    await admin.command({ setFeatureCompatibilityVersion: wanted, ...confirm });
    return wanted;
  } finally {
    await client.close();
  }
}

async function lastLogLine(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  return lines.at(-1) ?? 'its log is empty';
}
