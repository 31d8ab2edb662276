import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  askCms,
  body,
  emptyDatabases,
  goodArticle,
  goodHome,
  goodPage,
  openCms,
  paragraph,
  signInPerson,
} from '../testing.ts';
import type { Place } from './receipt.ts';

let cms: Payload;
let publisher: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  cms = await openCms();
  publisher = await addPerson(cms, { role: 'publisher' });
});
afterAll(() => emptyDatabases(cms));

const as = () => ({ user: publisher, overrideAccess: false }) as const;
const published = { _status: 'published' } as const;

async function receiptsOf(document: string) {
  const { docs } = await cms.find({
    collection: 'receipts',
    where: { document: { equals: document } },
    sort: '-at',
    pagination: false,
  });
  return docs.map((receipt) => ({ ...receipt, places: receipt.places as unknown as Place[] }));
}
const pathsOf = (places: Place[] = []) => places.map(({ path, expects }) => `${expects} ${path}`);

describe('a receipt is refused', () => {
  it('to visitors, who neither read nor write one, nor say what they found', async () => {
    const { id } = await cms.create({
      collection: 'articles',
      data: goodArticle({ title: 'A', ...published }),
      ...as(),
    });
    const [receipt] = await receiptsOf(id);
    expect((await askCms(cms, '/receipts')).status).toBe(403);
    expect((await askCms(cms, '/receipts', { json: {} })).status).toBe(403);
    const check = await askCms(cms, `/receipts/${receipt?.id}/check`, { json: { ms: 1, missing: [] } });
    expect(check.status).toBe(401);
    expect((await receiptsOf(id))[0]?.check).toBeFalsy();
  });

  it.each([{ ms: -1, missing: [] }, { ms: 'soon', missing: [] }, { ms: 1 }, { ms: 1, missing: [], by: 'x' }])(
    'where what was found has another shape: %j',
    async (json) => {
      const { cookie } = await signInPerson(cms, 'editor');
      const { id } = await cms.create({
        collection: 'articles',
        data: goodArticle({ ...published }),
        ...as(),
      });
      const [receipt] = await receiptsOf(id);
      expect((await askCms(cms, `/receipts/${receipt?.id}/check`, { json, cookie })).status).toBe(400);
    },
  );

  it('to signed-in people who would write one themselves', async () => {
    const { cookie } = await signInPerson(cms, 'admin');
    const json = { document: '1', kind: 'published', at: new Date().toISOString(), by: 'me', places: [] };
    expect((await askCms(cms, '/receipts', { json, cookie })).status).toBe(403);
  });
});

describe('a receipt', () => {
  it('is written for no draft, no autosave, and nothing that no person did', async () => {
    const draft = await cms.create({ collection: 'pages', draft: true, data: goodPage(), ...as() });
    await cms.update({ collection: 'pages', id: draft.id, draft: true, data: { title: 'More' }, ...as() });
    expect(await receiptsOf(draft.id)).toEqual([]);
    const seeded = await cms.create({
      collection: 'pages',
      data: goodPage({ title: 'Seeded', ...published }),
    });
    expect(await receiptsOf(seeded.id)).toEqual([]);
    await cms.update({
      collection: 'pages',
      id: seeded.id,
      draft: true,
      data: { title: 'Draft', _status: 'draft' },
      ...as(),
    });
    expect(await receiptsOf(seeded.id)).toEqual([]);
  });

  it('names every page that shows an article, among them those that list it', async () => {
    const { id } = await cms.create({
      collection: 'articles',
      data: goodArticle({ title: 'Listed & found', slug: 'listed', ...published }),
      ...as(),
    });
    const list = {
      blockType: 'articleList' as const,
      heading: 'Read on',
      show: 'chosen' as const,
      articles: [id],
    };
    await cms.create({
      collection: 'pages',
      data: goodPage({ slug: 'lists-it', title: 'A list', blocks: [list], ...published }),
    });
    const all = { blockType: 'articleList' as const, heading: 'All', show: 'all' as const };
    const { blocks } = goodHome();
    await cms.create({ collection: 'pages', data: goodHome({ blocks: [...blocks, all], ...published }) });
    await cms.update({
      collection: 'articles',
      id,
      data: { title: 'Listed and found', ...published },
      ...as(),
    });
    const [newest, first] = await receiptsOf(id);
    expect(newest).toMatchObject({ kind: 'published', by: publisher.name });
    expect(pathsOf(newest?.places)).toEqual([
      'there /articles/listed',
      'there /search?q=Listed%20and%20found',
      'there /sitemap.xml',
      'there /articles.xml',
      'there /lists-it',
      'there /',
    ]);
    expect(newest?.places.at(-1)?.name).toBe('The home page');
    expect(newest?.places[0]?.marker).not.toBe(first?.places[0]?.marker);
  });

  it('of the home page names it as editors do', async () => {
    const { docs } = await cms.find({ collection: 'pages', where: { slug: { equals: 'home' } } });
    const id = docs[0]?.id ?? '';
    await cms.update({ collection: 'pages', id, data: { title: 'On your side', ...published }, ...as() });
    const places = (await receiptsOf(id))[0]?.places ?? [];
    expect(pathsOf(places)).toEqual(['there /', 'there /search?q=On%20your%20side', 'there /sitemap.xml']);
    expect(places[0]?.name).toBe('The home page');
  });

  it('of a question names the list and the search', async () => {
    const data = { question: 'Why?', answer: body(paragraph('So.')), order: 1, ...published };
    const { id } = await cms.create({ collection: 'faq', data, ...as() });
    expect(pathsOf((await receiptsOf(id))[0]?.places)).toEqual(['there /faq', 'there /search?q=Why%3F']);
  });

  it('of a page that was taken back says where it must be gone', async () => {
    const { id } = await cms.create({
      collection: 'pages',
      data: goodPage({ slug: 'going', title: 'Going', ...published }),
      ...as(),
    });
    await cms.update({ collection: 'pages', id, data: { _status: 'draft' }, ...as() });
    const [newest] = await receiptsOf(id);
    expect(newest?.kind).toBe('takenBack');
    expect(pathsOf(newest?.places)).toEqual(['gone /going', 'gone /search?q=Going', 'gone /sitemap.xml']);
    expect(newest?.places[0]?.marker).toBeNull();
  });

  it('of a changed address names the former one and where it leads', async () => {
    const { id } = await cms.create({
      collection: 'pages',
      data: goodPage({ slug: 'before', title: 'Moving', ...published }),
      ...as(),
    });
    await cms.update({ collection: 'pages', id, data: { slug: 'after', ...published }, ...as() });
    expect((await receiptsOf(id))[0]?.places.at(-1)).toMatchObject({
      path: '/before',
      expects: 'moved',
      to: '/after',
    });
  });

  it('keeps what a browser found, for its own pages only, and five are kept', async () => {
    const { cookie } = await signInPerson(cms, 'editor');
    const { id } = await cms.create({
      collection: 'pages',
      data: goodPage({ slug: 'often', title: 'Often', ...published }),
      ...as(),
    });
    for (let change = 1; change <= 6; change += 1)
      await cms.update({
        collection: 'pages',
        id,
        data: { title: `Often ${change}`, ...published },
        ...as(),
      });
    const all = await receiptsOf(id);
    expect(all).toHaveLength(5);
    const json = { ms: 412, missing: ['/often', '/elsewhere'] };
    expect((await askCms(cms, `/receipts/${all[0]?.id}/check`, { json, cookie })).status).toBe(200);
    expect((await receiptsOf(id))[0]?.check).toMatchObject({ ms: 412, missing: ['/often'] });
  });
});
