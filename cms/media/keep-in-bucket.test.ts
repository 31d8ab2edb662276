import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payload } from 'payload';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openObjectStore, storeKeys } from '../../tests/setup/object-store.ts';
import { emptyDatabases } from '../testing.ts';

let store: Awaited<ReturnType<typeof openObjectStore>>;
let cms: Payload;
let folder: string;
let dataDir: string;
let png: Buffer;
beforeAll(async () => {
  store = await openObjectStore();
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-media-'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('MEDIA_S3_URL', `${store.url}/media`);
  vi.stubEnv('MEDIA_S3_KEY_ID', storeKeys.keyId);
  vi.stubEnv('MEDIA_S3_SECRET', storeKeys.secret);
  // What this file imports has read the environment already.
  vi.resetModules();
  const [{ getPayload }, { default: config }, { env }] = await Promise.all([
    import('payload'),
    import('../payload.config.ts'),
    import('../env.ts'),
  ]);
  cms = await getPayload({ config, key: 'with a bucket' });
  folder = env.mediaDirectory;
  png = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#468' } })
    .png()
    .toBuffer();
});
beforeEach(() => {
  store.away = 0;
  store.objects.clear();
});
afterAll(async () => {
  await emptyDatabases(cms);
  await cms.destroy();
  store.close();
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true });
});

const upload = (name = 'field.png') =>
  cms.create({
    collection: 'media',
    data: { alt: 'A field' },
    file: { data: png, mimetype: 'image/png', name, size: png.length },
  });
const stored = () => [...store.objects.keys()].map((key) => key.replace('/media/', '')).sort();
/** What lies in the folder of the CMS. */
const onDisk = () => readdir(folder).catch(() => []);

it('an upload is refused while the store is away, and leaves neither row nor file', async () => {
  store.away = 100;
  await expect(upload('away.png')).rejects.toThrow();
  store.away = 0;
  const { totalDocs } = await cms.count({
    collection: 'media',
    where: { filename: { contains: 'away' } },
  });
  expect([totalDocs, stored(), await onDisk()]).toEqual([0, [], []]);
});

it('an upload and its smaller copies lie in the bucket, and nothing on disk', async () => {
  const { filename, sizes } = await upload();
  const names = [filename, ...Object.values(sizes ?? {}).map((size) => size.filename)];
  expect(stored()).toEqual(names.filter(Boolean).sort());
  expect(await onDisk()).toEqual([]);
});

it('words of a picture change without its files', async () => {
  const { id } = await upload();
  const before = [...store.objects];
  await cms.update({ collection: 'media', id, data: { alt: 'A blue field' } });
  expect([...store.objects]).toEqual(before);
  expect(await onDisk()).toEqual([]);
});

it('a picture is cropped from the one in the bucket, by any process', async () => {
  const { id, filename } = await upload();
  const crop = { x: 0, y: 0, width: 50, height: 50, unit: '%' };
  const uploadEdits = { crop, widthInPixels: 600, heightInPixels: 300 };
  await cms.update({ collection: 'media', id, data: {}, req: { query: { uploadEdits } } as never });
  const kept = store.objects.get(`/media/${filename}`);
  expect(await sharp(kept).metadata()).toMatchObject({ width: 600, height: 300 });
  expect(await onDisk()).toEqual([]);
});

it('a replaced file and its copies are deleted, and so are those of a deleted one', async () => {
  const { id, filename } = await upload('first.png');
  const file = { data: png, mimetype: 'image/png', name: 'second.png', size: png.length };
  const next = await cms.update({ collection: 'media', id, data: {}, file });
  expect(next.filename).not.toBe(filename);
  expect(stored().filter((name) => name.startsWith('first'))).toEqual([]);
  expect(stored()).toContain(next.filename);
  await cms.delete({ collection: 'media', id });
  expect(stored()).toEqual([]);
});

it('no upload takes the name of a smaller copy of another', async () => {
  const { sizes } = await upload('house.png');
  const copy = sizes?.small?.filename ?? '';
  const { filename } = await upload(copy);
  expect(copy).toMatch(/^house-\d+x\d+\.webp$/);
  expect(filename).not.toBe(copy);
});
