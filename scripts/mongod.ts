import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { findMongod } from './find-mongod.ts';
import { findFreePort } from './free-port.ts';
import { type DatabaseUsers, prepareReplicaSet } from './prepare-replica-set.ts';
import { StartError } from './start-error.ts';

const { MongoClient } = mongoose.mongo;

/** What the embedded database keeps about itself in DATA_DIR/database.json (mode 0600). */
interface DatabaseFile extends DatabaseUsers {
  port: number;
}

export interface Uris {
  /** For the site process: may read and write the content and the portal database. */
  siteUri: string;
  /** For the CMS process: the content database and nothing else, so that an editor can't reach people's data. */
  cmsUri: string;
}

export interface RunningDatabase extends Uris {
  /** May do everything: for maintenance and for tests, which use databases of their own. */
  ownerUri: string;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

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
  const binary = await findMongod(report);
  const folder = join(dataDir, 'db');
  await mkdir(folder, { recursive: true });
  const settings = await databaseFile(dataDir);
  const keyFile = join(dataDir, 'database.key');
  if (!existsSync(keyFile)) await writeFile(keyFile, randomBytes(64).toString('base64'), { mode: 0o600 });
  const logFile = join(dataDir, 'logs', 'mongod.log');
  const output = await open(logFile, 'a');
  const args = ['--dbpath', folder, '--port', String(settings.port), '--bind_ip', '127.0.0.1', '--quiet'];
  args.push(...parameters.flatMap((each) => ['--setParameter', each]));
  const child = spawn(
    binary,
    [...args, '--replSet', 'claimdesk', '--auth', '--keyFile', keyFile, '--wiredTigerCacheSizeGB', '0.5'],
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
  return {
    ...urisOf(settings),
    ownerUri: `mongodb://owner:${settings.owner}@127.0.0.1:${settings.port}/?authSource=admin&replicaSet=claimdesk`,
    pid: child.pid ?? 0,
    exited,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** @returns how to reach the database of a start that runs on this folder, or undefined if none answers. */
export async function runningUris(dataDir: string): Promise<Uris | undefined> {
  const file = join(dataDir, 'database.json');
  if (!existsSync(file)) return undefined;
  const uris = urisOf(JSON.parse(await readFile(file, 'utf8')));
  const client = await MongoClient.connect(uris.siteUri, { serverSelectionTimeoutMS: 500 }).catch(
    () => undefined,
  );
  await client?.close();
  return client && uris;
}

function urisOf(settings: DatabaseFile): Uris {
  const uri = (user: 'site' | 'cms') =>
    `mongodb://${user}:${settings[user]}@127.0.0.1:${settings.port}/?authSource=admin&replicaSet=claimdesk`;
  return { siteUri: uri('site'), cmsUri: uri('cms') };
}

async function databaseFile(dataDir: string): Promise<DatabaseFile> {
  const file = join(dataDir, 'database.json');
  const secret = () => randomBytes(24).toString('hex');
  const known: DatabaseFile = existsSync(file)
    ? JSON.parse(await readFile(file, 'utf8'))
    : { port: 0, owner: secret(), site: secret(), cms: secret() };
  const port = await findFreePort(known.port);
  const settings = { ...known, port };
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return settings;
}

async function lastLogLine(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  return lines.at(-1) ?? 'its log is empty';
}
