import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { makeKeySecret, parseKeys } from '#api/platform/keys/key-ring.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { backUpAndKeep, backUpWhenDue } from './backup-job.ts';
import { readBackupRecords } from './backups.model.ts';
import { listBackups } from './manifest.ts';
import { checkBackup } from './restore-backup.ts';
import { offSitesOf } from './send-off-site.ts';

/** What an S3-compatible store does with uploads in parts; it fails where it is told to. */
let server: Server;
let url: string;
const stored = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
let refuse: (method: string, path: string) => number | undefined;
let folder: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const end = (status: number, text = '') => void response.writeHead(status).end(text);
    const refused = refuse(request.method ?? '', request.url ?? '');
    if (refused) return end(refused);
    if (!request.headers.authorization?.includes('Credential=KEYID/')) return end(403);
    const id = searchParams.get('uploadId');
    if (request.method === 'POST' && searchParams.has('uploads')) {
      uploads.set(pathname, new Map());
      return end(
        200,
        `<InitiateMultipartUploadResult><UploadId>an id+</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === 'GET') {
      const found = stored.get(pathname);
      return void response.writeHead(found ? 200 : 404).end(found);
    }
    const parts = uploads.get(pathname);
    if (request.method === 'DELETE' && !id) return end(stored.delete(pathname) ? 204 : 404);
    if (id !== 'an id+' || !parts) return end(404);
    if (request.method === 'DELETE') return end(uploads.delete(pathname) ? 204 : 404);
    if (request.method === 'PUT') {
      parts.set(Number(searchParams.get('partNumber')), body);
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      return void response.writeHead(200, { etag }).end();
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const bytes = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0));
    stored.set(pathname, Buffer.concat(bytes));
    uploads.delete(pathname);
    return end(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backups`;
});
beforeEach(async () => {
  refuse = () => undefined;
  stored.clear();
  uploads.clear();
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-off-site-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const s3 = () => ({
  BACKUP_S3_URL: url,
  BACKUP_S3_KEY_ID: 'KEYID',
  BACKUP_S3_SECRET: 'a secret',
  BACKUP_S3_REGION: 'us-east-1',
  BACKUP_COMMAND: undefined,
});
const [inStore, byCommand] = [
  () => offSitesOf(s3())[0],
  (command: string) => offSitesOf({ BACKUP_S3_REGION: 'us-east-1', BACKUP_COMMAND: command } as never)[0],
];

describe('a file of a backup in an S3-compatible store', () => {
  it('is refused with an error that quotes nothing, and leaves no upload behind', async () => {
    const file = join(folder, 'a.data');
    await writeFile(file, 'x');
    refuse = (method) => (method === 'PUT' ? 400 : undefined);
    await expect(inStore()?.send(file)).rejects.toThrow('The store of backups answered PUT with 400.');
    expect([stored.size, uploads.size]).toEqual([0, 0]);
  });

  it('arrives as it is, in parts of 16 MiB, and is deleted', async () => {
    const bytes = randomBytes(33 * 1024 * 1024);
    const file = join(folder, 'a.data');
    await writeFile(file, bytes);
    const puts = vi.fn();
    refuse = (method) => (method === 'PUT' ? puts() : undefined);
    await inStore()?.send(file);
    expect(stored.get('/backups/a.data')?.equals(bytes)).toBe(true);
    expect(puts).toHaveBeenCalledTimes(3);
    await inStore()?.delete('a.data');
    await inStore()?.delete('a.data');
    expect(stored.size).toBe(0);
  });

  it('stays where the store lets nobody delete, which is no error', async () => {
    refuse = (method) => (method === 'DELETE' ? 403 : undefined);
    await inStore()?.delete('a.data');
    refuse = (method) => (method === 'DELETE' ? 400 : undefined);
    await expect(inStore()?.delete('a.data')).rejects.toThrow('answered DELETE with 400');
  });
});

describe('a command that takes a file of a backup', () => {
  it('that fails is an error', async () => {
    await expect(byCommand('exit 3')?.send(join(folder, 'a.data'))).rejects.toThrow(
      'BACKUP_COMMAND ended with 3.',
    );
  });

  it('gets its path, also one with a space, and none of our secrets', async () => {
    const file = join(folder, 'a b.data');
    await writeFile(file, 'bytes');
    await byCommand('cp "$1" "$1.copy" && env > "$1.env"')?.send(file);
    expect(await readFile(`${file}.copy`, 'utf8')).toBe('bytes');
    const env = await readFile(`${file}.env`, 'utf8');
    expect(env).toContain('PATH=');
    for (const name of ['APP_KEYS', 'MONGODB_URI', 'PAYLOAD_SECRET']) {
      expect(process.env[name]).toBeTruthy();
      expect(env).not.toContain(`${name}=`);
    }
  });
});

describe('the nightly backup', () => {
  let deps: Deps;
  beforeAll(async () => {
    deps = await openDeps();
  });
  afterAll(() => deps.close());

  it('counts as made once it was sent, and until then the same one is sent again', async () => {
    const settings = { ...deps.settings, ...s3(), BACKUP_KEY: makeKeySecret(), BACKUP_DIR: folder };
    const { run } = backUpWhenDue({ portal: deps.portal, settings });
    refuse = (method, path) => (method === 'PUT' && path.includes('.data') ? 400 : undefined);
    const { signal } = new AbortController();
    for (let attempt = 0; attempt < 2; attempt += 1) await expect(run(signal)).rejects.toThrow('with 400');
    expect((await readBackupRecords(deps.portal)).backup).toBeNull();
    const made = await listBackups(folder);
    expect(made).toHaveLength(1);
    refuse = () => undefined;
    await run(signal);
    const [name] = made;
    expect((await readBackupRecords(deps.portal)).backup).toMatchObject({ name });
    expect([...stored.keys()].sort()).toEqual(
      ['data', 'json', 'keys'].map((part) => `/backups/${name}.${part}`),
    );
    await run(signal);
    expect(await listBackups(folder)).not.toEqual(made);
  });

  it('is fetched from the store by its name where its folder is lost, and refused where the store has none of that name', async () => {
    const settings = { ...deps.settings, ...s3(), BACKUP_KEY: makeKeySecret(), BACKUP_DIR: folder };
    const { name } = await backUpAndKeep({ portal: deps.portal, settings });
    const rings = parseKeys(settings.APP_KEYS ?? '');
    const lost = { ...settings, BACKUP_DIR: join(folder, 'of another machine') };
    const check = (given?: string) => checkBackup({ rings, settings: lost }, given);
    await expect(check()).rejects.toThrow('name one that lies in the store of BACKUP_S3_URL');
    await expect(check('claimdesk-20200101T000000000Z')).rejects.toThrow('name one that lies in the store');
    refuse = (method) => (method === 'GET' ? 403 : undefined);
    await expect(check(name)).rejects.toThrow('The store of backups answered GET with 403.');
    expect(await listBackups(lost.BACKUP_DIR)).toEqual([]);
    refuse = () => undefined;
    expect((await check(name)).manifest.name).toBe(name);
    expect((await readdir(lost.BACKUP_DIR)).sort()).toEqual([`${name}.data`, `${name}.json`, `${name}.keys`]);
  });

  it('is one of the jobs only where there is a key of backups, and can be made at any time', async () => {
    const settings = { ...deps.settings, BACKUP_KEY: makeKeySecret(), BACKUP_DIR: folder };
    expect((await deps.jobs.report()).map(({ name }) => name)).not.toContain('backup');
    const { name } = await backUpAndKeep({ portal: deps.portal, settings });
    expect(await listBackups(folder)).toEqual([name]);
  });
});
