import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteWithoutDatabase } from '../testing/site-without-database.ts';

let dataDir: string;
let site: FastifyInstance;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-media-'));
  await mkdir(join(dataDir, 'media'));
  await writeFile(join(dataDir, 'media/a picture.webp'), 'picture');
  await writeFile(join(dataDir, 'media/.hidden'), 'secret');
  await writeFile(join(dataDir, 'credentials.json'), 'secret');
  site = await siteWithoutDatabase({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true });
});

const read = (url: string) => site.inject({ url, headers: { accept: 'text/html' } });

test.each([
  '/media/none.webp',
  '/media/',
  '/media/.hidden',
  '/media/../credentials.json',
  '/media/..%2fcredentials.json',
  '/media/%2e%2e/credentials.json',
  '/media/..%5ccredentials.json',
  '/media/%00',
])('%s is refused, and nothing of the folder or around it is told', async (url) => {
  const { statusCode, body } = await read(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(body).not.toMatch(/secret|claimdesk-media|a picture/);
});

test('a missing file is a page of ours that says so', async () => {
  const { statusCode, body, headers } = await read('/media/none.webp');
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toContain('text/html');
  expect(body).toContain('There is no such file.');
});

test('an uploaded picture is served with its kind, for keeping, while the CMS is away', async () => {
  const { statusCode, body, headers } = await read('/media/a%20picture.webp');
  expect(statusCode).toBe(200);
  expect(body).toBe('picture');
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(headers['x-content-type-options']).toBe('nosniff');
});
