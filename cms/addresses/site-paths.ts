import { intakes } from '@claimdesk/forms/intakes';

/**
 * The addresses that the site itself answers, whatever editors write. Links may lead to them; no page can be
 * put in their place.
 */
export const sitePaths: readonly string[] = [
  ...intakes.map(({ path }) => path),
  '/',
  '/articles',
  '/attorney-directory',
  '/client-login',
  '/client-portal',
  '/client-register',
  '/contact',
  '/faq',
  '/search',
  '/verify',
].sort();

/** First parts of addresses that belong to the site, whether or not a page is there today. */
const reserved: ReadonlySet<string> = new Set([
  ...sitePaths.map((path) => path.slice(1)),
  'admin',
  'appeal-deadline',
  'assets',
  'cms',
  'fonts',
  'healthz',
  'home',
  'media',
  'readyz',
  'trpc',
]);

/**
 * Pages that the site's own code links to: editors write their text, but their address is fixed and they are always public.
 */
export const systemPages = {
  home: '/',
  faq: '/faq',
  articles: '/articles',
  'attorney-directory': '/attorney-directory',
  'join-network': '/join-network',
  'sign-contract': '/sign-contract',
} as const;

export type SystemPage = keyof typeof systemPages;

export function isSystemPage(slug: string): slug is SystemPage {
  return Object.hasOwn(systemPages, slug);
}

/** Whether the site uses this single-segment address itself, so that no editors' page can have it. */
export function isReserved(slug: string): boolean {
  return reserved.has(slug) && !isSystemPage(slug);
}

/** Where documents with their own web address are shown, and what editors call one of them. */
export const homes = {
  pages: { prefix: '/', noun: 'page' },
  articles: { prefix: '/articles/', noun: 'article' },
} as const;

export type Addressed = keyof typeof homes;

export function pathOf(collection: Addressed, slug: string): string {
  if (collection === 'pages' && isSystemPage(slug)) return systemPages[slug];
  return homes[collection].prefix + slug;
}

/** Splits `/articles/back-pain` into the document's collection and its slug; undefined for other paths. */
export function documentAt(path: string): { collection: Addressed; slug: string } | undefined {
  if (path === systemPages.home) return { collection: 'pages', slug: 'home' };
  const [, article] = /^\/articles\/([^/]+)$/.exec(path) ?? [];
  if (article) return { collection: 'articles', slug: article };
  const [, page] = /^\/([^/]+)$/.exec(path) ?? [];
  return page ? { collection: 'pages', slug: page } : undefined;
}
