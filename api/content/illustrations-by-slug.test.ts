import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { goodArticle, goodHome, goodPage } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { illustrationsBySlug } from './illustrations-by-slug.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
});
afterAll(() => deps.close());

const published = { _status: 'published' } as const;
const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
const all = async () =>
  Promise.all(
    ['articles', '_articles_versions', 'pages', '_pages_versions'].map((name) =>
      stored(name).find().sort({ _id: 1 }).toArray(),
    ),
  );

/** Makes what is stored as the version before stored it: without the field, and with `drawing` in looks. */
async function asBefore(): Promise<void> {
  for (const name of ['articles', 'pages']) {
    await stored(name).updateMany({}, { $unset: { illustration: '' } });
    await stored(`_${name}_versions`).updateMany({}, { $unset: { 'version.illustration': '' } });
  }
  for (const [name, blocks] of [
    ['pages', 'blocks'],
    ['_pages_versions', 'version.blocks'],
  ] as const) {
    await stored(name).updateMany({}, { $unset: { [`${blocks}.$[].look.illustration`]: '' } });
    await stored(name).updateMany(
      { [blocks.replace('blocks', 'slug')]: 'home' },
      { $set: { [`${blocks}.0.look.drawing`]: 'phone', [`${blocks}.1.look.drawing`]: null } },
    );
  }
}

beforeEach(async () => {
  const { payload } = deps;
  for (const collection of ['pages', 'articles'] as const)
    await payload.delete({ collection, where: {}, trash: true });
  const { id } = await payload.create({
    collection: 'articles',
    data: goodArticle({ slug: 'back-pain-disability', ...published }),
  });
  const draft = { _status: 'draft', title: 'A change on its way' } as const;
  await payload.update({ collection: 'articles', id, draft: true, data: draft });
  await payload.create({ collection: 'articles', data: goodArticle({ slug: 'one-of-ours', ...published }) });
  await payload.create({
    collection: 'pages',
    data: goodPage({ slug: 'faq', title: 'Questions', ...published }),
  });
  await payload.create({
    collection: 'pages',
    draft: true,
    data: goodPage({ slug: 'careers', _status: 'draft' }),
  });
  await payload.create({ collection: 'pages', data: goodHome(published) });
  await asBefore();
  deps.content.forget();
});

const find = async (collection: 'articles' | 'pages', slug: string, draft = false) => {
  const { docs } = await deps.payload.find({ collection, where: { slug: { equals: slug } }, draft });
  return docs[0];
};

describe('a database in which the code chose the illustrations', () => {
  it('gets them into documents, drafts and versions, and nothing else of them changes', async () => {
    const before = await all();
    await illustrationsBySlug.run(deps);
    expect((await find('articles', 'back-pain-disability'))?.illustration).toBe('spine');
    expect(await find('articles', 'back-pain-disability', true)).toMatchObject({
      title: 'A change on its way',
      illustration: 'spine',
    });
    expect((await find('pages', 'faq'))?.illustration).toBe('question');
    expect((await find('pages', 'careers', true))?.illustration).toBe('team');
    for (const [collection, slug] of [
      ['articles', 'one-of-ours'],
      ['pages', 'home'],
    ] as const)
      expect((await find(collection, slug))?.illustration ?? null).toBeNull();
    const versions = await stored('_articles_versions')
      .find({ 'version.slug': 'back-pain-disability' })
      .toArray();
    expect(versions.map(({ version }) => version.illustration)).toEqual(['spine', 'spine']);

    const without = (documents: object) =>
      JSON.parse(JSON.stringify(documents, (key, value) => (key === 'illustration' ? undefined : value)));
    expect(without(await all())).toEqual(without(before));
  });

  it('gets those of the home page under their new name, where nobody finds the old one', async () => {
    await illustrationsBySlug.run(deps);
    const { docs } = await deps.payload.findVersions({
      collection: 'pages',
      where: { 'version.slug': { equals: 'home' } },
    });
    const pages = [await find('pages', 'home'), docs[0]?.version];
    for (const page of pages) {
      const looks = (page as { blocks: { look?: object }[] }).blocks.map(({ look }) => look);
      expect(looks[0]).toHaveProperty('illustration', 'phone');
      expect(looks[1]).toHaveProperty('illustration', null);
      expect(JSON.stringify(looks)).not.toContain('drawing');
    }
  });

  it('keeps what an editor has chosen since, also none', async () => {
    const { payload } = deps;
    const choose = (slug: string, illustration: 'clock' | null) =>
      payload.update({ collection: 'articles', where: { slug: { equals: slug } }, data: { illustration } });
    await choose('back-pain-disability', 'clock');
    await illustrationsBySlug.run(deps);
    expect((await find('articles', 'back-pain-disability'))?.illustration).toBe('clock');
    await choose('back-pain-disability', null);
    await illustrationsBySlug.run(deps);
    expect((await find('articles', 'back-pain-disability'))?.illustration).toBeNull();
  });

  it('is the same after it was upgraded twice, by two sites at once, or with an interruption', {
    tags: 'thorough',
  }, async () => {
    await illustrationsBySlug.run(deps);
    const upgraded = await all();
    await illustrationsBySlug.run(deps);
    expect(await all()).toEqual(upgraded);

    await asBefore();
    await Promise.all([illustrationsBySlug.run(deps), illustrationsBySlug.run(deps)]);
    expect(await all()).toEqual(upgraded);

    for (const steps of [10, 30, 50, 70]) {
      await asBefore();
      await expect(illustrationsBySlug.run(interruptedAfter(steps))).rejects.toThrow('interrupted');
      await illustrationsBySlug.run(deps);
      expect(await all()).toEqual(upgraded);
    }
  });

  it('shows them to visitors at once, while the site runs', async () => {
    const { call } = visitor(deps);
    const shown = async () => [
      (await call.content.article({ slug: 'back-pain-disability' }))?.illustration,
      (await call.content.page({ slug: 'faq' }))?.illustration,
    ];
    await eventually(async () => expect(await shown()).toEqual(['papers', null]));
    await illustrationsBySlug.run(deps);
    await eventually(async () => expect(await shown()).toEqual(['spine', 'question']));
  });
});

/** The databases of a process that ends after some changes. */
function interruptedAfter(steps: number): Deps {
  let left = steps;
  const { portal } = deps;
  const useDb = (name: string) => ({
    collection: (collection: string) => ({
      updateMany: async (...change: Parameters<ReturnType<typeof stored>['updateMany']>) => {
        if (left === 0) throw new Error('interrupted');
        left -= 1;
        return portal
          .useDb(name)
          .collection(collection)
          .updateMany(...change);
      },
    }),
  });
  return { ...deps, portal: { useDb } as never };
}
