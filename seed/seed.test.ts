import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Deps } from '../api/connect.ts';
import { readingGrade } from '../cms/reading/reading-grade.ts';
import { openDeps, visitor } from '../tests/setup/deps.ts';
import { facts } from './facts.ts';
import { navigation } from './navigation.ts';
import { pageShape } from './page-shape.ts';
import { holdTo } from './read-yaml.ts';
import { seedArticles, seedFaq } from './seed-content.ts';
import { seedListings, seedTestimonials } from './seed-lists.ts';
import { seedPages } from './seed-pages.ts';
import { site } from './site.ts';

const collections = ['articles', 'faq', 'pages', 'testimonials', 'listings', 'redirects'] as const;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  for (const collection of collections) await deps.payload.delete({ collection, where: {} });
  await deps.payload.updateGlobal({ slug: 'facts', data: facts });
  await deps.payload.updateGlobal({ slug: 'site', data: site });
  await fill();
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

/** In the order of the seeding. @returns how many were added. */
async function fill(): Promise<number[]> {
  const { payload } = deps;
  return [
    await seedArticles(payload),
    await seedFaq(payload),
    await seedListings(payload),
    await seedTestimonials(payload),
    await seedPages(payload),
  ];
}

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

  it('and what fits is taken as it is', () => {
    expect(holdTo('pages/x.yaml', pageShape, page)).toEqual(page);
    expect(holdTo('n.yaml', z.number(), 1)).toBe(1);
  });
});

describe('the content of a fresh installation', () => {
  it('has every page and entry of the specification', async () => {
    const { call } = visitor(deps);
    expect((await call.content.pages()).map(({ slug }) => slug).sort()).toEqual([
      'appeal-denial',
      'attorney-directory',
      'careers',
      'common-disabilities',
      'compassionate-allowances',
      'definition-disabled',
      'disclaimer',
      'evaluation-process',
      'faq',
      'home',
      'introduction',
      'join-network',
      'medical-evidence',
      'medical-listings',
      'privacy-policy',
      'sign-contract',
      'ssdi-vs-ssi',
      'terms-of-service',
      'testimonials',
      'what-is-ssdi',
      'what-we-do',
    ]);
    expect(await call.content.articles()).toHaveLength(24);
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

  it('leads to no page that is not there and leaves no token to a reader', async () => {
    const { call } = visitor(deps);
    const shown: unknown[] = [await call.content.navigation(), await call.content.faq()];
    for (const { slug } of await call.content.articles()) shown.push(await call.content.article({ slug }));
    for (const { slug } of await call.content.pages()) shown.push(await call.content.page({ slug }));
    const everything = JSON.stringify(shown);
    expect(everything.match(/\{\{|\w\}\}/g)).toBeNull();
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
  }, 120_000);

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

  it('names no figure by hand that the facts have', async () => {
    const amounts = Object.values(facts).filter((value) => /^\$/.test(String(value)));
    const folders = ['articles', 'faq', 'pages'].map((folder) => join(import.meta.dirname, folder));
    const found: string[] = [];
    for (const folder of folders) {
      for (const file of await readdir(folder)) {
        const text = await readFile(join(folder, file), 'utf8');
        for (const amount of amounts) if (text.includes(String(amount))) found.push(`${file}: ${amount}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('is left alone by a second seeding, also where an editor has changed or hidden it', async () => {
    const { docs } = await deps.payload.find({
      collection: 'pages',
      where: { slug: { equals: 'careers' } },
      depth: 0,
    });
    const id = docs[0]?.id ?? '';
    await deps.payload.update({ collection: 'pages', id, data: { title: 'Jobs', _status: 'draft' } });
    expect(await fill()).toEqual([0, 0, 0, 0, 0]);
    const page = await deps.payload.findByID({ collection: 'pages', id, draft: true });
    expect([page.title, page._status]).toEqual(['Jobs', 'draft']);
  }, 120_000);
});
