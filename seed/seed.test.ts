import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Deps } from '../api/platform/deps.ts';
import { findUses } from '../cms/figures/find-uses.ts';
import { readingGrade } from '../cms/reading/reading-grade.ts';
import { countSamples } from '../cms/samples/samples.ts';
import { openDeps, visitor } from '../tests/setup/deps.ts';
import { sampleAttorneys } from './attorneys.ts';
import earlierTexts from './earlier-texts.json' with { type: 'json' };
import { addFigures } from './figures.ts';
import { fillContent } from './fill-content.ts';
import { navigation } from './navigation.ts';
import { pageShape } from './page-shape.ts';
import { holdTo } from './read-yaml.ts';
import { readArticles, readFaq } from './seed-content.ts';
import { correctTexts, fingerprintOf, type SeedDocument } from './seed-documents.ts';
import { readPages } from './seed-pages.ts';
import { addSampleTexts, addTexts } from './seed-texts.ts';
import { site } from './site.ts';

const collections = ['articles', 'faq', 'pages', 'testimonials', 'listings', 'redirects'] as const;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  for (const collection of collections) await deps.payload.delete({ collection, where: {} });
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
  await addTexts(deps.payload);
  await addSampleTexts(deps.payload);
  await deps.payload.updateGlobal({ slug: 'navigation', data: navigation });
  deps.content.forget();
}, 240_000);
afterAll(() => deps.close());

/** @returns every passage of HTML in what a procedure answers. */
function sentencesOf(answer: unknown): string[] {
  if (typeof answer === 'string') {
    return [...answer.matchAll(/<(p|li)(?: [^>]*)?>(.*?)<\/\1>/gs)].map(([, , html = '']) =>
      html.replace(/<[^>]+>/g, ' '),
    );
  }
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(sentencesOf) : [];
}

it('a page has one name: in its heading, above it, in the menus and at the start of its title in the browser', async () => {
  const { docs } = await deps.payload.find({ collection: 'pages', limit: 100, depth: 0 });
  const { menus, quick, legal } = navigation;
  const links = [...menus.flatMap((menu) => menu.links), ...quick, ...legal];
  for (const { slug, title, navLabel, meta } of docs) {
    if (slug === 'home') continue;
    const linked = links.filter(({ to }) => to === `/${slug}`).map(({ label }) => label);
    expect([slug, navLabel, ...linked]).toEqual([slug, ...[navLabel, ...linked].map(() => title)]);
    expect([meta?.title, meta?.title?.toLowerCase().startsWith(title.toLowerCase())]).toEqual([
      meta?.title,
      true,
    ]);
  }
});

describe('a seed file is refused by its name', () => {
  const page = {
    slug: 'x',
    title: 'X',
    navLabel: 'X',
    metaTitle: 'X',
    metaDescription: 'X',
    lead: 'X',
    blocks: [{ kind: 'contact', heading: 'X' }],
  };

  it.each([
    ['an unknown key', { ...page, layout: 'wide' }, 'layout'],
    ['a missing key', { ...page, lead: undefined }, 'lead'],
    ['an unknown kind of part', { ...page, blocks: [{ kind: 'carousel', heading: 'X' }] }, 'blocks.0.kind'],
    ['an unknown key in a part', { ...page, blocks: [{ kind: 'contact', heading: 'X', map: true }] }, 'map'],
    ['a part without its heading', { ...page, blocks: [{ kind: 'contact' }] }, 'blocks.0.heading'],
    ['a title that is too long', { ...page, title: 'x'.repeat(61) }, 'title'],
  ])('for %s', (_name, content, place) => {
    expect(() => holdTo('pages/x.yaml', pageShape, content)).toThrow(
      /^seed\/pages\/x\.yaml can't be used\. /,
    );
    expect(() => holdTo('pages/x.yaml', pageShape, content)).toThrow(place);
  });

  it('and valid content is accepted as it is', () => {
    expect(holdTo('pages/x.yaml', pageShape, page)).toEqual(page);
    expect(holdTo('n.yaml', z.number(), 1)).toBe(1);
  });
});

describe('the content of a fresh installation', () => {
  it('has every page and entry that the site promises', async () => {
    const { call } = visitor(deps);
    expect((await call.content.pages()).map(({ slug }) => slug).sort()).toEqual([
      'appeal-denial',
      'articles',
      'attorney-directory',
      'back-pay-calculator',
      'calculators',
      'careers',
      'common-disabilities',
      'compassionate-allowances',
      'date-last-insured',
      'definition-disabled',
      'disclaimer',
      'evaluation-process',
      'faq',
      'glossary',
      'home',
      'introduction',
      'join-network',
      'medical-evidence',
      'medical-listings',
      'privacy-policy',
      'sign-contract',
      'ssdi-vs-ssi',
      'ssi-calculator',
      'terms-of-service',
      'testimonials',
      'what-is-ssdi',
      'what-we-do',
    ]);
    expect(await call.content.articles()).toHaveLength(31);
    expect(await call.content.faq()).toHaveLength(13);
    expect(await call.content.testimonials({ show: 'all' })).toHaveLength(7);
    expect(await call.content.testimonials({ show: 'home' })).toHaveLength(4);
    expect((await call.content.listings()).map(({ number }) => number)).toEqual(
      Array.from({ length: 14 }, (_, index) => `${index + 1}.00`),
    );
    const { menus, footer } = await call.content.navigation();
    expect(menus.map(({ label }) => label)).toEqual(['About', 'Do I Qualify', 'Disability Basics']);
    expect(footer.legal.map(({ to }) => to)).toEqual(['/disclaimer', '/terms-of-service', '/privacy-policy']);
  });

  it('lists each page that explains a word in place where the figures in its meaning are used', async () => {
    const { call } = visitor(deps);
    const explained = new Set<string>();
    for (const { slug } of await call.content.articles())
      for (const word of (await call.content.article({ slug }))?.words ?? [])
        for (const name of word.figureNames) explained.add(`${name} /articles/${slug}`);
    for (const { slug } of await call.content.pages())
      for (const word of (await call.content.page({ slug }))?.words ?? [])
        for (const name of word.figureNames) explained.add(`${name} /${slug}`);
    const listed = [...(await findUses(deps.payload))].flatMap(([name, uses]) =>
      uses.map(({ publicPath }) => `${name} ${publicPath}`),
    );
    expect(explained.size).toBeGreaterThan(10);
    expect([...explained].filter((use) => !listed.includes(use))).toEqual([]);
    const ofCredit = new Set(listed.filter((use) => use.startsWith('workCreditEarnings ')));
    const own = ['/glossary', '/date-last-insured'].map((path) => `workCreditEarnings ${path}`);
    const explaining = [...explained].filter((use) => use.startsWith('workCreditEarnings '));
    expect([...ofCredit].sort()).toEqual([...new Set([...own, ...explaining])].sort());
  });

  it('leads to no page that is not there and leaves no token to a reader', async () => {
    const { call } = visitor(deps);
    const shown: unknown[] = [await call.content.navigation(), await call.content.faq()];
    for (const { slug } of await call.content.articles()) shown.push(await call.content.article({ slug }));
    for (const { slug } of await call.content.pages()) shown.push(await call.content.page({ slug }));
    const everything = JSON.stringify(shown);
    expect(everything.match(/\{\{|\w\}\}/g)).toBeNull();
    expect(everything).not.toMatch(/\[[ x]\]|\| ---|Table: /);
    expect(everything).toContain('<ul class=\\"checklist\\">');
    const targets = new Set(
      [...everything.matchAll(/(?:href=\\"|"to":")([^"\\]*)/g)].map(([, target = '']) => target),
    );
    expect(targets.size).toBeGreaterThan(40);
    // Published once more without the seed's leave to skip it, every document is held to the check of links itself.
    for (const collection of ['pages', 'articles', 'faq'] as const) {
      const { docs } = await deps.payload.find({ collection, pagination: false, depth: 0, select: {} });
      for (const { id } of docs) {
        const again = deps.payload.update({ collection, id, data: { _status: 'published' } });
        await expect(again, collection).resolves.toMatchObject({ _status: 'published' });
      }
    }
  });

  it('says nowhere to a reader that it is a sample or a placeholder', async () => {
    const { call } = visitor(deps);
    const shown: unknown[] = [await call.content.navigation(), await call.content.layout()];
    for (const { slug } of await call.content.articles()) shown.push(await call.content.article({ slug }));
    for (const { slug } of await call.content.pages()) shown.push(await call.content.page({ slug }));
    for (const { sample: _, ...attorney } of sampleAttorneys()) shown.push(attorney);
    const everything = JSON.stringify(shown);
    expect(everything).toContain('Alex Doe');
    expect(everything).not.toMatch(/sample|placeholder|lorem/i);
  });

  it('has a topic for every article', async () => {
    const topics = (await visitor(deps).call.content.articles()).map(({ topic }) => topic);
    expect(topics).not.toContain(null);
    expect(new Set(topics).size).toBe(8);
  });

  it('names only articles that are there in its lists, and sources wherever it explains the law', async () => {
    const { call } = visitor(deps);
    const files = await readdir(join(import.meta.dirname, 'articles'));
    for (const file of await readdir(join(import.meta.dirname, 'pages'))) {
      const text = await readFile(join(import.meta.dirname, 'pages', file), 'utf8');
      const listed = [...text.matchAll(/slugs:((?:\s*- [a-z0-9-]+\n)+|\s*\[[^\]]+\])/g)].join(' ');
      for (const slug of listed.match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? [])
        expect(files).toContain(`${slug}.md`);
    }
    for (const { slug } of await call.content.articles()) {
      const { sources, review, nextReview } = (await call.content.article({ slug })) ?? {};
      expect(sources?.length, slug).toBeGreaterThan(1);
      expect([review, nextReview], slug).toEqual([null, expect.stringMatching(/^2027-/)]);
    }
  });

  it('is read with seven years of school by half, and with eight by all but the legal pages', async () => {
    const { call } = visitor(deps);
    const legal = (await call.content.navigation()).footer.legal.map(({ to }) => to);
    const grades: { path: string; grade: number }[] = [];
    const judge = (path: string, passages: string[]) => {
      const grade = readingGrade(passages);
      if (grade !== undefined && !legal.includes(path)) grades.push({ path, grade });
    };
    for (const { slug } of await call.content.articles())
      judge(`/articles/${slug}`, sentencesOf(await call.content.article({ slug })));
    for (const { slug } of await call.content.pages())
      judge(`/${slug}`, sentencesOf(await call.content.page({ slug })));
    judge('/faq', sentencesOf(await call.content.faq()));
    expect(grades.length).toBeGreaterThan(35);
    expect(grades.filter(({ grade }) => grade > 8)).toEqual([]);
    const sorted = grades.map(({ grade }) => grade).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(7);
  });

  it('is left alone by a second seeding, also where an editor has changed or hidden it', async () => {
    const { docs } = await deps.payload.find({
      collection: 'pages',
      where: { slug: { equals: 'careers' } },
      depth: 0,
    });
    const id = docs[0]?.id ?? '';
    await deps.payload.update({ collection: 'pages', id, data: { title: 'Jobs', _status: 'draft' } });
    expect(Object.values(await addTexts(deps.payload))).toEqual([0, 0, 0, 0]);
    const page = await deps.payload.findByID({ collection: 'pages', id, draft: true });
    expect([page.title, page._status]).toEqual(['Jobs', 'draft']);
  });
});

describe('people who do not exist', () => {
  const fill = async (PUBLIC_URL: string) => {
    for (const collection of ['testimonials', 'attorneys', 'people'] as const)
      await deps.payload.delete({ collection, where: {} });
    await fillContent({ payload: deps.payload, settings: { ...deps.settings, PUBLIC_URL } });
    return countSamples(deps.payload);
  };

  it('come with a site that only this machine can reach, all marked as samples', async () => {
    const { count, phrase } = await fill('http://localhost:3000');
    expect([count, phrase]).toEqual([58, '7 testimonials, 48 attorneys, and 3 people who work here']);
    deps.content.forget();
    const home = await visitor(deps).call.content.page({ slug: 'home' });
    const shown = home?.blocks.find(({ kind }) => kind === 'people');
    expect(shown).toMatchObject({ people: [0, 1, 2].map((drawing) => ({ photo: null, drawing })) });
  });

  it('never come with a site that the public can reach', async () => {
    expect(await fill('https://firm.example')).toMatchObject({ count: 0, phrase: '' });
    const { totalDocs } = await deps.payload.count({ collection: 'attorneys' });
    expect(totalDocs).toBe(0);
  });
});

describe('a database of an earlier version', () => {
  it('gets corrected texts where nobody has edited them, once, and keeps what editors wrote', async () => {
    const { payload } = deps;
    const [stale, redrafted, edited] = (await readFaq(payload)).slice(0, 3);
    if (!stale || !redrafted || !edited) throw new Error('The seed has too few questions.');
    const read = async ({ where }: SeedDocument, draft = false) =>
      (await payload.find({ collection: 'faq', where, depth: 0, draft })).docs[0] as { id: string };
    const write = async (document: SeedDocument, from: SeedDocument, draft = false) => {
      const { id } = await read(document);
      const { answer } = from.data as { answer: never };
      await payload.update({
        collection: 'faq',
        id,
        data: { answer, _status: draft ? 'draft' : 'published' },
        draft,
      });
    };
    const answerOf = async (document: SeedDocument, draft = false) =>
      fingerprintOf(await read(document, draft), { answer: null });

    await write(stale, edited);
    const earlier = { [stale.name]: [fingerprintOf(await read(stale), stale.data)] };
    await write(redrafted, stale);
    Object.assign(earlier, { [redrafted.name]: [fingerprintOf(await read(redrafted), redrafted.data)] });
    await write(redrafted, edited, true);
    Object.assign(earlier, { [edited.name]: ['another text'] });
    await write(edited, redrafted);
    const [draft, kept] = [await answerOf(redrafted, true), await answerOf(edited)];

    const documents = [stale, redrafted, edited];
    expect(await correctTexts(payload, documents, earlier)).toEqual([stale.name]);
    expect(await answerOf(stale)).toBe(fingerprintOf(stale.data, { answer: null }));
    expect(await answerOf(redrafted, true)).toBe(draft);
    expect(await answerOf(edited)).toBe(kept);
    expect(await correctTexts(payload, documents, earlier)).toEqual([]);
  });

  it('is known by its texts, whatever illustrations editors chose', async () => {
    const [home] = await readPages(deps.payload, (slug) => slug === 'home');
    if (!home) throw new Error('The seed has no home page.');
    const { blocks, ...rest } = home.data as { blocks: { look?: object }[] };
    const fingerprintWith = (illustration: string) => {
      const others = blocks.map((block) => ({ ...block, look: { ...block.look, illustration } }));
      return fingerprintOf({ ...rest, illustration, blocks: others }, { ...rest, illustration, blocks });
    };
    expect(fingerprintWith('clock')).toBe(fingerprintWith('hands'));
  });

  it('is known by texts that differ from those of today', async () => {
    const today = [
      ...(await readArticles(deps.payload)),
      ...(await readFaq(deps.payload)),
      ...(await readPages(deps.payload)),
    ];
    expect(Object.keys(earlierTexts).length).toBeGreaterThan(10);
    for (const { collection, name, where, data } of today) {
      const [document] = (await deps.payload.find({ collection, where, depth: 0 })).docs;
      const known: readonly string[] = (earlierTexts as Record<string, string[]>)[name] ?? [];
      if (document) expect(known, name).not.toContain(fingerprintOf(document, data));
    }
  });
});
