import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { addPicture, body, goodArticle, goodHome, goodPage, paragraph } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import type { PageBlock } from './page-blocks.ts';
import { readPageTexts } from './read-pages.ts';

let deps: Deps;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
});
afterAll(() => deps.close());

const published = { _status: 'published' } as const;
const { blocks } = goodHome();
const allArticles = {
  blockType: 'articleList' as const,
  heading: 'Articles',
  show: 'all' as const,
  look: { joined: true },
};

beforeEach(async () => {
  const { payload } = deps;
  for (const collection of ['articles', 'pages'] as const) await payload.delete({ collection, where: {} });
  const data = goodHome({ blocks: [...blocks, allArticles], ...published });
  ({ id } = await payload.create({ collection: 'pages', data }));
  deps.content.forget();
});

const home = async () => {
  const page = await visitor(deps).call.content.page({ slug: 'home' });
  if (!page) throw new Error('There is no home page.');
  return page;
};
const headings = (parts: PageBlock[]) => parts.map(({ heading }) => heading);

describe('the home page', () => {
  it('shows no draft of its title, buttons or blocks', async () => {
    const draft = {
      title: 'Not yet',
      opening: { primaryLabel: 'Not yet', primaryTo: '/faq' },
      blocks: [{ ...blocks[0], heading: 'Not yet' }, ...blocks.slice(1)] as typeof blocks,
    };
    await deps.payload.update({ collection: 'pages', id, draft: true, data: { ...draft, _status: 'draft' } });
    deps.content.forget();
    expect(JSON.stringify(await home())).not.toContain('Not yet');
  });

  it('is at "/" and returns its opening and the look of each block', async () => {
    const { path, opening, blocks: parts } = await home();
    expect(path).toBe('/');
    expect(opening).toEqual({
      primary: { label: 'Begin here', to: '/free-case-evaluation' },
      secondary: null,
      picture: null,
    });
    expect(parts[0]?.look).toEqual({
      folded: false,
      joined: false,
      anchor: 'services',
      ground: 'warm',
      illustration: null,
    });
    expect(parts.at(-1)?.look).toEqual({
      folded: false,
      joined: true,
      anchor: null,
      ground: 'warm',
      illustration: null,
    });
  });

  it('shows changed text, a new order and a picture as soon as they are published', async () => {
    const { payload } = deps;
    expect(headings((await home()).blocks)[0]).toBe('All about services');
    const picture = await addPicture(payload, 'A talk');
    const [first, ...others] = blocks;
    const changed = [...others, { ...first, heading: 'Last, at {{feePercent}}' }] as typeof blocks;
    const opening = { primaryLabel: 'Start', primaryTo: '/faq', picture: picture.id };
    const data = { title: 'New words', opening, blocks: changed, ...published };
    await payload.update({ collection: 'pages', id, data });
    await eventually(async () => {
      const page = await home();
      expect(page.title).toBe('New words');
      expect(headings(page.blocks)).toEqual([
        'All about appeal',
        'All about contact',
        'All about articles',
        'Last, at 25%',
      ]);
      expect(page.opening).toMatchObject({ primary: { label: 'Start' }, picture: { alt: 'A talk' } });
    });
  });

  it('lists all articles with their dates, newest first, including new ones automatically', async () => {
    const { payload } = deps;
    const add = (slug: string, date: string) =>
      payload.create({ collection: 'articles', data: goodArticle({ slug, date, ...published }) });
    await add('older', '2024-01-05T00:00:00.000Z');
    const listed = async () => {
      const list = (await home()).blocks.find(({ kind }) => kind === 'articleList');
      return list?.kind === 'articleList' ? list.articles.map(({ slug, date }) => [slug, date]) : [];
    };
    await eventually(async () => expect(await listed()).toEqual([['older', '1/5/2024']]));
    await add('newer', '2024-02-05T00:00:00.000Z');
    await eventually(async () => {
      expect(await listed()).toEqual([
        ['newer', '2/5/2024'],
        ['older', '1/5/2024'],
      ]);
    });
  });

  it('is found by its own words, not by those of the articles it lists', async () => {
    const article = goodArticle({ slug: 'x', title: 'Zebra crossings', ...published });
    await deps.payload.create({ collection: 'articles', data: article });
    deps.content.forget();
    const [found] = await readPageTexts(deps);
    expect(found?.text).toContain('Words on services.');
    expect(found?.text).not.toMatch(/Zebra|warm/);
  });

  it('is the only page with an opening and looks', async () => {
    const data = goodPage({ slug: 'other', ...published, blocks: [{ ...allArticles, heading: 'All' }] });
    await deps.payload.create({ collection: 'pages', data });
    deps.content.forget();
    const other = await visitor(deps).call.content.page({ slug: 'other' });
    expect(other?.opening).toBeUndefined();
    expect(other?.blocks[0]?.look).toBeUndefined();
  });
});

describe('another page', () => {
  it('has no look of its parts, but cards that editors folded', async () => {
    const cards = { blockType: 'cards' as const, cards: [{ title: 'One', text: body(paragraph('Words.')) }] };
    const parts = [
      { ...cards, heading: 'Folded', look: { folded: true } },
      { ...cards, heading: 'Open', look: { ground: 'mist' as const } },
    ];
    await deps.payload.create({
      collection: 'pages',
      data: goodPage({ slug: 'folded', blocks: parts, ...published }),
    });
    const page = await visitor(deps).call.content.page({ slug: 'folded' });
    expect(page?.blocks.map(({ look }) => look?.folded)).toEqual([true, undefined]);
  });
});
