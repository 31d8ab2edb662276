import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';
import { openObjectStore, storeKeys } from '../../tests/setup/object-store.ts';

/** A picture of one pixel. */
const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64');
const pdf = '%PDF-1.4\n<form action="/admin/logout" method="post">\n%%EOF\n';

let dataDir: string;
let site: FastifyInstance;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-media-'));
  await mkdir(join(dataDir, 'media'));
  await writeFile(join(dataDir, 'media/a picture.webp'), webp);
  await writeFile(join(dataDir, 'media/a form.pdf'), pdf);
  // Not as the CMS stores them: under a name that says something else.
  await writeFile(join(dataDir, 'media/old.html'), pdf);
  await writeFile(join(dataDir, 'media/picture.html'), webp);
  await writeFile(join(dataDir, 'media/page.html'), '<!doctype html><script>alert(1)</script>');
  await writeFile(join(dataDir, 'media/page.pdf'), '<!doctype html><script>alert(1)</script>');
  await writeFile(join(dataDir, 'media/drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dataDir, 'media/drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
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

test.each(['page.html', 'page.pdf', 'drawing.svg', 'drawing.png'])(
  '%s holds nothing that is served here, so it is not found',
  async (name) => {
    const { statusCode, body } = await read(`/media/${name}`);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/alert|2000\/svg/);
  },
);

test.each([
  ['a%20form.pdf', "attachment; filename*=UTF-8''a%20form.pdf"],
  ['old.html', "attachment; filename*=UTF-8''old.pdf"],
])('%s is a PDF: it is saved, opens on no page of ours and runs nothing', async (name, disposition) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await site.inject({ method, url: `/media/${name}` });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(disposition);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('the type follows what is in a file and not its name', async () => {
  const { headers } = await read('/media/picture.html');
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a piece of a file keeps its type', async () => {
  const { statusCode, headers } = await site.inject({
    url: '/media/old.html',
    headers: { range: 'bytes=10-20' },
  });
  expect(statusCode).toBe(206);
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toContain('attachment');
});

test.each([
  '/cms/api/media/file/old.html',
  '/cms/api//media/./file/old.html?x=1',
  '/cms/API/media/FILE/old.html',
  '/cms/api/media%2ffile/old.html',
])('the CMS serves no file itself: %s', async (url) => {
  const { statusCode, headers } = await read(url);
  expect(statusCode).toBe(302);
  expect(headers.location).toMatch(/^\/media\/old\.html(\?x=1)?$/);
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
  expect(body.startsWith('RIFF')).toBe(true);
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['content-disposition']).toBeUndefined();
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

describe('where pictures are kept in an S3-compatible store', () => {
  let store: Awaited<ReturnType<typeof openObjectStore>>;
  let withStore: FastifyInstance;
  beforeAll(async () => {
    store = await openObjectStore();
    store.objects.set('/media/a%20picture.webp', webp);
    store.objects.set('/media/page.html', Buffer.from('<!doctype html><script>alert(1)</script>'));
    store.objects.set('/media/.hidden', webp);
    store.objects.set('/media/form.pdf', Buffer.from(pdf));
    withStore = await siteWithoutDatabase({
      env: {
        MEDIA_S3_URL: `${store.url}/media`,
        MEDIA_S3_KEY_ID: storeKeys.keyId,
        MEDIA_S3_SECRET: storeKeys.secret,
      },
    });
  });
  afterAll(async () => {
    await withStore.close();
    store.close();
  });

  test.each(['none.webp', 'page.html', '.hidden', '..%2fmedia%2fform.pdf', ''])(
    '/media/%s is not found',
    async (name) => {
      const { statusCode, body } = await withStore.inject({ url: `/media/${name}` });
      expect(statusCode).toBe(404);
      expect(body).not.toContain('alert');
    },
  );

  test('a PDF is saved and opens on no page of ours', async () => {
    const { statusCode, headers } = await withStore.inject({ url: '/media/form.pdf' });
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['content-security-policy']).toMatch(/sandbox$/);
  });

  test('a picture has its address, is kept by browsers, and is not sent twice', async () => {
    const first = await withStore.inject({ url: '/media/a%20picture.webp' });
    expect(first.statusCode).toBe(200);
    expect(first.rawPayload.equals(webp)).toBe(true);
    expect(first.headers['content-type']).toBe('image/webp');
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const etag = first.headers.etag ?? '';
    const again = await withStore.inject({
      url: '/media/a%20picture.webp',
      headers: { 'if-none-match': String(etag) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await withStore.inject({ method: 'HEAD', url: '/media/a%20picture.webp' });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(webp.length)]);
  });

  test('a picture that was shown is shown while the store is away', async () => {
    store.away = 1_000;
    const { statusCode } = await withStore.inject({ url: '/media/a%20picture.webp' });
    expect(statusCode).toBe(200);
    store.away = 0;
  });
});
