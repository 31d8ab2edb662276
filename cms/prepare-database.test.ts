import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabase } from './prepare-database.ts';
import { emptyDatabases, openCms } from './testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const indexesOf = async (collection: string) => cms.db.connection.collection(collection).indexes();

describe('content database', () => {
  it('a database without transactions is refused', async () => {
    const alone = { ...cms, db: { ...cms.db, transactionOptions: false } } as unknown as Payload;
    await expect(prepareDatabase(alone)).rejects.toThrow('must name a replica set');
  });

  it('every collection exists before the first write, versions included', async () => {
    const found = (await cms.db.connection.listCollections()).map(({ name }) => name);
    const wanted = ['articles', 'faqs', 'pages', 'testimonials', 'listings', 'redirects', 'media', 'users'];
    const payloads = ['globals', 'payload-preferences', 'payload-jobs'];
    const versions = ['_articles_versions', '_faq_versions', '_pages_versions', '_navigation_versions'];
    expect(found).toEqual(expect.arrayContaining([...wanted, ...payloads, ...versions]));
  });

  it.each(['articles', 'pages'])(
    'the web address of %s is unique and drafts without one do not collide',
    async (name) => {
      expect(await indexesOf(name)).toContainEqual(
        expect.objectContaining({ key: { slug: 1 }, unique: true, sparse: true }),
      );
    },
  );

  it('sign-in names, file names and redirected addresses are unique', async () => {
    expect(await indexesOf('users')).toContainEqual(
      expect.objectContaining({ key: { email: 1 }, unique: true }),
    );
    expect(await indexesOf('redirects')).toContainEqual(
      expect.objectContaining({ key: { from: 1 }, unique: true }),
    );
    expect(await indexesOf('media')).toContainEqual(
      expect.objectContaining({ key: { filename: 1 }, unique: true }),
    );
  });

  it.each([
    ['articles', ['date', '_status']],
    ['pages', ['title', '_status']],
    ['testimonials', ['order', 'showOnHome', '_status']],
    ['listings', ['order', '_status']],
    ['payload-jobs', ['waitUntil', 'processing']],
    ['faqs', ['order', '_status']],
    ['_articles_versions', ['parent', 'latest', 'version.slug']],
  ])('what pages ask %s for is indexed', async (collection, fields) => {
    const keys = (await indexesOf(collection)).map(({ key }) => Object.keys(key)[0]);
    expect(keys).toEqual(expect.arrayContaining(fields));
  });

  it('preparing again, twice at once, changes nothing', async () => {
    const before = await indexesOf('articles');
    await Promise.all([prepareDatabase(cms), prepareDatabase(cms)]);
    expect(await indexesOf('articles')).toEqual(before);
  });
});
