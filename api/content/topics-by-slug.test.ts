import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { goodArticle } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { topicsBySlug } from './topics-by-slug.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
});
afterAll(() => deps.close());

const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
const published = { _status: 'published' } as const;

it('articles of an earlier version get the topics of a new installation; those that have one keep it', async () => {
  const folder = new URL('../../seed/articles/', import.meta.url);
  const seeded = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const [, topic] = /^topic: (.*)$/m.exec(await readFile(new URL(file, folder), 'utf8')) ?? [];
      return { slug: file.replace('.md', ''), topic };
    }),
  );
  for (const { slug } of [...seeded, { slug: 'one-of-ours' }])
    await deps.payload.create({ collection: 'articles', data: goodArticle({ slug, ...published }) });
  for (const name of ['articles', '_articles_versions'])
    await stored(name).updateMany({}, { $unset: { topic: '', 'version.topic': '' } });
  await stored('articles').updateOne({ slug: 'vtc-hearings' }, { $set: { topic: 'qualify' } });
  await Promise.all([topicsBySlug.run(deps), topicsBySlug.run(deps)]);
  for (const { slug, topic } of seeded) {
    const expected = slug === 'vtc-hearings' ? 'qualify' : topic;
    expect(await stored('articles').findOne({ slug }), slug).toMatchObject({ topic: expected });
    expect(await stored('_articles_versions').findOne({ 'version.slug': slug })).toMatchObject({
      version: { topic },
    });
  }
  expect(await stored('articles').findOne({ slug: 'one-of-ours' })).not.toHaveProperty('topic');
});

it('articles are listed by topic, newest first, and those without one come last', async () => {
  for (const collection of ['articles', 'pages'] as const)
    await deps.payload.delete({ collection, where: {} });
  const add = (slug: string, date: string, topic: 'hearings' | 'qualify' | null) =>
    deps.payload.create({ collection: 'articles', data: goodArticle({ slug, date, topic, ...published }) });
  await add('loose', '2024-01-01T00:00:00.000Z', null);
  await add('older', '2024-01-02T00:00:00.000Z', 'hearings');
  await add('newer', '2024-01-03T00:00:00.000Z', 'hearings');
  await add('first', '2024-01-01T00:00:00.000Z', 'qualify');
  const list = { blockType: 'articleList' as const, heading: 'All', show: 'topics' as const };
  const page = { slug: 'articles', title: 'Articles', lead: 'All.', navLabel: 'Articles', blocks: [list] };
  await deps.payload.create({ collection: 'pages', data: { ...page, ...published } });
  deps.content.forget();
  const shown = await visitor(deps).call.content.page({ slug: 'articles' });
  const [block] = shown?.blocks ?? [];
  if (block?.kind !== 'articleList') throw new Error('There is no list of articles.');
  expect(block.topics.map(({ id, articles }) => [id, articles.map(({ slug }) => slug)])).toEqual([
    ['qualify', ['first']],
    ['hearings', ['newer', 'older']],
    ['more', ['loose']],
  ]);
});
