import { expect, test } from 'vitest';
import { relatedArticles } from './related-articles.ts';

const article = (slug: string, title: string) => ({
  slug,
  title,
  description: '',
  topic: null,
  date: '1/16/2024',
  isoDate: '2024-01-16',
  isoUpdated: '2024-01-16T00:00:00.000Z',
  version: 'v1',
});
const shown = (slug: string, title: string, links: string[] = []) => ({ ...article(slug, title), links });
const hearing = shown('hearing', 'Your disability hearing with a judge');
const all = [
  article('coverage', 'Medicare and Medicaid coverage'),
  article('hearing', 'Your disability hearing with a judge'),
  article('video', 'Hearings by video'),
  article('denied', 'Denied by the judge at a hearing'),
  article('discs', 'Worn discs and disability'),
];

test('are at most three, and never the article itself', () => {
  const slugs = relatedArticles(hearing, all).map(({ slug }) => slug);
  expect(slugs).toHaveLength(3);
  expect(slugs).not.toContain('hearing');
});

test('those that share the most words come first, and the newest fill the rest', () => {
  const slugs = relatedArticles(hearing, all).map(({ slug }) => slug);
  expect(slugs).toEqual(['denied', 'video', 'coverage']);
});

test('articles that the text links to come first', () => {
  expect(relatedArticles({ ...hearing, links: ['/articles/discs'] }, all)[0]?.slug).toBe('discs');
});

test('words of nearly every title do not count', () => {
  const slugs = relatedArticles(shown('new', 'Your disability claim'), all).map(({ slug }) => slug);
  expect(slugs).toEqual(['coverage', 'hearing', 'video']);
});

test('a single article has no related ones', () => {
  expect(relatedArticles(shown('coverage', 'Coverage'), all.slice(0, 1))).toEqual([]);
});
