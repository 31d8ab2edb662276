import { createLocalReq, type DocumentViewServerProps, type Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, emptyDatabases, goodArticle, openCms } from '#cms/testing.ts';
import { type Place, placeOf, stateOf } from './read-versions.ts';

let cms: Payload;
let editor: Awaited<ReturnType<typeof addPerson>>;
let article: string;
let other: string;

beforeAll(async () => {
  cms = await openCms();
  editor = await addPerson(cms, { role: 'editor' });
  article = (await cms.create({ collection: 'articles', data: goodArticle({ _status: 'published' }) })).id;
  await cms.update({
    collection: 'articles',
    id: article,
    draft: true,
    user: editor,
    data: { title: 'Second' },
  });
  other = (await cms.create({ collection: 'articles', draft: true, data: goodArticle({ slug: 'other' }) }))
    .id;
});
afterAll(() => emptyDatabases(cms));

async function look(
  user: typeof editor | null,
  docID: string | undefined,
  ...routeSegments: string[]
): Promise<Place> {
  const req = await createLocalReq({ user: user ?? undefined }, cms);
  const [kind, slug = ''] = routeSegments;
  const config =
    kind === 'globals'
      ? { globalConfig: cms.globals.config.find((each) => each.slug === slug) }
      : { collectionConfig: cms.collections[slug as 'articles'].config };
  return placeOf({
    initPageResult: { ...config, docID, req },
    routeSegments,
    hasPublishedDoc: docID === article,
  } as unknown as DocumentViewServerProps);
}

describe('the versions of a document', () => {
  it('are shown to nobody who is not signed in', async () => {
    const place = await look(null, article, 'collections', 'articles', article, 'versions');
    await expect(place.find({ limit: 10 })).rejects.toThrow('not allowed');
  });

  it('are its own: the number of a version of another document finds nothing', async () => {
    const foreign = await cms.findVersions({ collection: 'articles', where: { parent: { equals: other } } });
    const place = await look(editor, article, 'collections', 'articles', article, 'versions');
    const where = { id: { equals: foreign.docs[0]?.id } };
    expect(foreign.totalDocs).toBe(1);
    expect((await place.find({ where, limit: 1, withText: true })).docs).toEqual([]);
    const nonsense = { id: { equals: 'nonsense' } };
    expect((await place.find({ where: nonsense, limit: 1, withText: true })).docs).toEqual([]);
  });

  it('come newest first with author and state, and with their text only when it is asked for', async () => {
    const place = await look(editor, article, 'collections', 'articles', article, 'versions');
    const { docs, totalDocs } = await place.find({ limit: 10 });
    expect(totalDocs).toBe(2);
    expect(docs.map(({ version }) => [version.savedBy, version._status, version.title])).toEqual([
      ['Robin Example', 'draft', undefined],
      [null, 'published', undefined],
    ]);
    const newest = await place.find({ limit: 1, withText: true });
    expect(newest.docs[0]?.version.title).toBe('Second');
    expect([place.path, place.hasDrafts]).toEqual([`/cms/collections/articles/${article}`, true]);
  });

  it('tell which one is public, also when it is older than all that a comparison offers', async () => {
    const rows = cms.db.connection.collection('_articles_versions');
    const [newest] = await rows.find().sort({ updatedAt: -1 }).limit(1).toArray();
    const drafts = Array.from({ length: 60 }, (_, index) => {
      const { _id, ...draft } = newest ?? {};
      return { ...draft, latest: false, updatedAt: new Date(Date.now() + index) };
    });
    const { insertedIds } = await rows.insertMany(drafts);
    const place = await look(editor, article, 'collections', 'articles', article, 'versions');
    const publicId = await place.findPublicId();
    await rows.deleteMany({ _id: { $in: Object.values(insertedIds) } });
    const { docs } = await place.find({ limit: 10 });
    expect(docs.map((version) => stateOf(version, publicId))).toEqual(['Draft', 'Public now']);
  });

  it('of a document that was never published are all drafts', async () => {
    const place = await look(editor, other, 'collections', 'articles', other, 'versions');
    const [version] = (await place.find({ limit: 1 })).docs;
    expect(version && stateOf(version, await place.findPublicId())).toBe('Draft');
  });

  it('of settings have no drafts', async () => {
    const place = await look(editor, undefined, 'globals', 'site', 'versions');
    expect([place.path, place.hasDrafts]).toEqual(['/cms/globals/site', false]);
    expect((await place.find({ limit: 10 })).totalDocs).toBe(0);
    expect(await place.findPublicId()).toBeUndefined();
  });
});
