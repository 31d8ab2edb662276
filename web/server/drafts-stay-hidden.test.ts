import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '#web/env.ts';
import { buildSite } from '#web/site.ts';
import { askCms, body, goodArticle, goodHome, goodPage, paragraph } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site as firm } from '../../seed/site.ts';
import { callAs } from '../../tests/setup/calls.ts';
import { openDeps } from '../../tests/setup/deps.ts';

/** No word of a draft contains anything else; wherever it turns up, a draft has leaked. */
const hidden = 'zebrafinch';
const collections = ['pages', 'articles', 'faq', 'testimonials', 'listings'] as const;

let deps: Deps;
let site: FastifyInstance;
/** The addresses of the drafts, for a visitor who guesses them. */
const ids: Record<string, string[]> = {};

beforeAll(async () => {
  deps = await openDeps();
  const { payload } = deps;
  await addFigures(payload);
  await payload.updateGlobal({ slug: 'site', data: firm });
  site = await buildSite({ env: parseEnv(process.env), deps });
  await removeAll();
  const data = goodPage({
    slug: 'faq',
    blocks: [{ blockType: 'faq', heading: 'Asked most', show: 'all' }],
    _status: 'published',
  });
  await payload.create({ collection: 'pages', data });
  const { blocks } = goodHome();
  const home = await payload.create({
    collection: 'pages',
    data: goodHome({
      blocks: [...blocks, { blockType: 'articleList', heading: 'All', show: 'all' }],
      _status: 'published',
    }),
  });
  const draft = { title: `Words of ${hidden}`, opening: { primaryLabel: hidden, primaryTo: `/${hidden}` } };
  await payload.update({
    collection: 'pages',
    id: home.id,
    draft: true,
    data: { ...draft, _status: 'draft' },
  });
  for (const collection of collections) await addDrafts(collection);
  deps.content.forget();
});
afterAll(async () => {
  await removeAll();
  await site.close();
  await deps.close();
});

/** Other tests of this worker have their documents in the same database. */
async function removeAll(): Promise<void> {
  for (const collection of collections) await deps.payload.delete({ collection, where: {} });
}

/** What each kind of document says. */
function documentOf(collection: (typeof collections)[number], word: string, number: number) {
  const slug = `${word}-${number}`;
  const words = `Words of ${word}`;
  const text = body(paragraph(`The ${word} text.`));
  const blocks = [
    { blockType: 'richText' as const, heading: words, text },
    { blockType: 'testimonials' as const, heading: 'Clients', show: 'all' as const },
    { blockType: 'listings' as const, heading: 'Listings', intro: text },
    { blockType: 'faq' as const, heading: 'Questions', show: 'all' as const },
    { blockType: 'glossary' as const, heading: 'Words', terms: [{ term: word, meaning: words }] },
  ];
  const sources = [{ title: words, address: 'https://www.ssa.gov/' }];
  return {
    pages: goodPage({ slug, title: words, lead: words, navLabel: words, blocks, sources }),
    articles: goodArticle({
      slug,
      title: words,
      description: words,
      body: text,
      meta: { title: words },
      sources,
    }),
    faq: { question: `${words}?`, answer: text, order: number },
    testimonials: {
      author: words,
      quote: words,
      location: 'Essex',
      initials: 'W',
      order: 1,
      showOnHome: true,
    },
    listings: {
      number: `${number}.00`,
      title: words,
      plainName: words,
      summary: words,
      examples: [{ condition: words }],
      order: number,
    },
  }[collection];
}

/** One that was never public, one whose public version is being changed, and one that was taken back. */
async function addDrafts(collection: (typeof collections)[number]): Promise<void> {
  const { payload } = deps;
  const data = (word: string, number: number, _status: string) =>
    ({ ...documentOf(collection, word, number), _status }) as never;
  const never = await payload.create({ collection, draft: true, data: data(hidden, 11, 'draft') });
  const changing = await payload.create({ collection, data: data('visible', 12, 'published') });
  const change = data(hidden, 12, 'draft');
  await payload.update({ collection, id: changing.id, draft: true, data: change });
  const back = await payload.create({ collection, data: data(hidden, 13, 'published') });
  await payload.update({ collection, id: back.id, data: { _status: 'draft' } as never });
  ids[collection] = [never.id, changing.id, back.id].map(String);
}

const open = (url: string) => site.inject({ url, headers: { accept: 'text/html' } });
const call = async (name: string, input?: object) => {
  const { status, data } = await callAs({ address: '203.0.113.7' }, { name, input }, deps);
  return { status, body: JSON.stringify(data ?? null) };
};

test('no public address shows a word of what is not published', async () => {
  const addresses = [
    ...['/', '/faq', '/search', `/search?q=${hidden}`, '/search?q=words', '/sitemap.xml', '/articles.xml'],
    ...['/robots.txt', '/attorney-directory', '/contact', '/nowhere', '/readyz', '/free-case-evaluation'],
    ...[11, 12, 13].flatMap((number) => [`/${hidden}-${number}`, `/articles/${hidden}-${number}`]),
    ...[11, 12, 13].flatMap((number) => [`/visible-${number}`, `/articles/visible-${number}`]),
    ...['/media/', `/media/${hidden}.webp`, `/media/${hidden}.pdf`],
    ...collections.flatMap((name) => (ids[name] ?? []).map((id) => `/cms/preview/${name}/${id}`)),
  ];
  for (const address of addresses) {
    const answer = await open(address);
    // The search repeats what was asked for, and addresses name themselves.
    const visible = answer.body.replaceAll(new RegExp(`${hidden}(-\\d+|\\.\\w+)`, 'g'), '');
    const asked = address.includes(`q=${hidden}`)
      ? visible.replaceAll(/value="zebrafinch"|“zebrafinch”/g, '')
      : visible;
    expect(asked, address).not.toContain('Words of zebrafinch');
    expect(asked, address).not.toContain('The zebrafinch text');
    if (!address.includes(`q=${hidden}`)) expect(visible, address).not.toContain(hidden);
  }
  expect((await open('/visible-12')).body).toContain('Words of visible');
  expect((await open('/')).body).toContain('Words of visible');
});

test('no call of the content shows it either', async () => {
  for (const name of ['articles', 'pages', 'faq', 'listings', 'navigation', 'layout']) {
    const answer = await call(`content.${name}`);
    expect(answer.status, name).toBe(200);
    expect(answer.body, name).not.toContain(hidden);
  }
  for (const show of ['all', 'home'])
    expect((await call('content.testimonials', { show })).body).not.toContain(hidden);
  for (const number of [11, 12, 13])
    for (const name of ['article', 'page'])
      expect((await call(`content.${name}`, { slug: `${hidden}-${number}` })).body).not.toContain('Words of');
  expect((await call('search.find', { q: 'words', page: 1 })).body).not.toContain(hidden);
});

test.each(collections)('without a session, the CMS tells nothing of drafts of %s', async (name) => {
  const asked = [
    ...['', '?draft=true', '?draft=true&limit=0&depth=3', '?where[_status][equals]=draft&draft=true'],
    ...['?trash=true&draft=true', '?select[title]=true&draft=true', '/versions', '/versions?limit=0&depth=2'],
    ...(ids[name] ?? []).flatMap((id) => [`/${id}`, `/${id}?draft=true`, `/${id}?draft=true&depth=2`]),
  ];
  for (const path of asked) {
    const answer = await askCms(deps.payload, `/${name}${path}`);
    expect(await answer.text(), path).not.toContain(hidden);
  }
  expect((await askCms(deps.payload, `/${name}/versions`)).status).toBe(403);
  const counted = await askCms(deps.payload, `/${name}/count?where[_status][equals]=draft`);
  expect(await counted.json()).toEqual({ totalDocs: 0 });
});

test('the words are there to be leaked', async () => {
  for (const collection of collections) {
    const { totalDocs } = await deps.payload.findVersions({ collection, limit: 0 });
    expect(totalDocs).toBeGreaterThanOrEqual(5);
  }
});
