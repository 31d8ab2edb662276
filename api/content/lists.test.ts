import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { goodArticle, goodListing, goodTestimonial } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
});
afterAll(() => deps.close());

beforeEach(async () => {
  for (const collection of ['testimonials', 'listings'] as const) {
    await deps.payload.delete({ collection, where: {} });
  }
  deps.content.forget();
});

const published = { _status: 'published' } as const;
const addTestimonial = (author: string, over: object = {}) =>
  deps.payload.create({
    collection: 'testimonials',
    data: goodTestimonial({ author, ...published, ...over }),
  });
const addListing = (number: string, over: object = {}) =>
  deps.payload.create({ collection: 'listings', data: goodListing({ number, ...published, ...over }) });

describe('content.testimonials', () => {
  it('never show a draft, and show a published change at once', async () => {
    const { call } = visitor(deps);
    const all = async () => (await call.content.testimonials({ show: 'all' })).map(({ author }) => author);
    await deps.payload.create({
      collection: 'testimonials',
      draft: true,
      data: { author: 'Nobody N.' } as never,
    });
    const { id } = await addTestimonial('Robert K.', { order: 20 });
    await addTestimonial('Maria T.', { order: 10, showOnHome: true });
    await eventually(async () => expect(await all()).toEqual(['Maria T.', 'Robert K.']));
    expect(await call.content.testimonials({ show: 'home' })).toEqual([
      { author: 'Maria T.', location: 'Essex County', quote: 'Good.', initials: 'MT', figureNames: [] },
    ]);
    await deps.payload.update({ collection: 'testimonials', id, draft: true, data: { author: 'Rob' } });
    await deps.payload.update({ collection: 'testimonials', id, data: { author: 'Bob K.', ...published } });
    await eventually(async () => expect(await all()).toEqual(['Maria T.', 'Bob K.']));
  });
});

describe('content.listings', () => {
  it('never shows a draft, and shows a published change at once', async () => {
    const { call } = visitor(deps);
    await deps.payload.create({ collection: 'listings', draft: true, data: { number: '2.00' } as never });
    const { id } = await addListing('8.00');
    await eventually(async () => {
      expect(await call.content.listings()).toEqual([
        {
          number: '8.00',
          title: 'Skin Disorders',
          plainName: 'Skin',
          summary: 'Burns, and more.',
          examples: ['Burns'],
          figureNames: [],
        },
      ]);
    });
    await deps.payload.update({ collection: 'listings', id, data: { summary: 'Up to {{feePercent}}.' } });
    const changed = { summary: 'Up to 25%.', figureNames: ['feePercent'] };
    await eventually(async () => expect((await call.content.listings())[0]).toMatchObject(changed));
  });
});

describe('articles', () => {
  it('are listed by topic, newest first, and those without one come last', async () => {
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
});
