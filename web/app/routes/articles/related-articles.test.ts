import { expect, test } from 'vitest';
import { relatedArticles } from './related-articles.ts';

const article = (slug: string, title: string) => ({
  slug,
  title,
  description: '',
  date: '1/16/2024',
  isoDate: '2024-01-16',
  isoUpdated: '2024-01-16T00:00:00.000Z',
  version: 'v1',
});
const shown = (slug: string, title: string, html = '') => ({ ...article(slug, title), html });
const hearing = shown('hearing', 'Your disability hearing with a judge');
const all = [
  article('coverage', 'Medicare and Medicaid coverage'),
  article('hearing', 'Your disability hearing with a judge'),
  article('video', 'Hearings by video'),
  article('denied', 'Denied by the judge at a hearing'),
  article('discs', 'Worn discs and disability'),
];

test('never the article itself, and at most three', () => {
  const slugs = relatedArticles(hearing, all).map(({ slug }) => slug);
  expect(slugs).toHaveLength(3);
  expect(slugs).not.toContain('hearing');
});

test('those that share most words come first, whatever their number, and the newest fill the rest', () => {
  const slugs = relatedArticles(hearing, all).map(({ slug }) => slug);
  expect(slugs).toEqual(['denied', 'video', 'coverage']);
});

test('what the text itself leads to comes before all', () => {
  const html = '<p>See <a href="/articles/discs">worn discs</a>.</p>';
  expect(relatedArticles({ ...hearing, html }, all)[0]?.slug).toBe('discs');
});

test('words that stand in every title relate nothing', () => {
  const slugs = relatedArticles(shown('new', 'Your disability claim'), all).map(({ slug }) => slug);
  expect(slugs).toEqual(['coverage', 'hearing', 'video']);
});

test('an only article has none', () => {
  expect(relatedArticles(shown('coverage', 'Coverage'), all.slice(0, 1))).toEqual([]);
});
