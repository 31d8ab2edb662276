import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openObjectStore, storeKeys as settings } from '../../../../tests/setup/object-store.ts';
import { makeS3Store } from './document-store.ts';

let objectStore: Awaited<ReturnType<typeof openObjectStore>>;
let url: string;
beforeAll(async () => {
  objectStore = await openObjectStore();
  url = `${objectStore.url}/documents`;
});
beforeEach(() => {
  objectStore.away = 0;
  objectStore.objects.clear();
});
afterAll(() => objectStore.close());

describe('documents in an S3-compatible store', () => {
  it('are refused with the wrong secret, and nothing of the response is quoted', async () => {
    const store = makeS3Store({ ...settings, url, secret: 'another' });
    await expect(store.put('a.1', Buffer.from('x'))).rejects.toThrow('answered PUT with 403');
    expect(objectStore.objects.size).toBe(0);
  });

  it('that are missing are an error', async () => {
    await expect(makeS3Store({ ...settings, url }).get('none')).rejects.toThrow('not in the store');
  });

  it('are in a bucket of which nobody says how much space is left', async () => {
    expect(await makeS3Store({ ...settings, url }).freeBytes()).toBeNull();
  });

  it('come back as the bytes that were stored, in the configured bucket', async () => {
    const store = makeS3Store({ ...settings, url: `${url}/` });
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await store.put('65f0.ab12', bytes);
    expect([...objectStore.objects.keys()]).toEqual(['/documents/65f0.ab12']);
    expect((await store.get('65f0.ab12')).equals(bytes)).toBe(true);
  });

  it('are gone once they are deleted, and can be deleted again', async () => {
    const store = makeS3Store({ ...settings, url });
    await store.put('a.1', Buffer.from('x'));
    await store.delete('a.1');
    expect(objectStore.objects.size).toBe(0);
    await store.delete('a.1');
    await expect(store.get('a.1')).rejects.toThrow('not in the store');
  });

  it('are stored although the store was down for a moment', async () => {
    const store = makeS3Store({ ...settings, url });
    objectStore.away = 2;
    await store.put('a.1', Buffer.from('x'));
    expect(objectStore.objects.size).toBe(1);
  });
});
