import { intakes } from '@claimdesk/forms/intakes';

/** A public page whose words are the product's own, not the editors'. */
export interface SitePage {
  path: string;
  title: string;
  description: string;
  /** Not for search engines, as it is one step of something. The site's own search finds it all the same. */
  hidden?: true;
}

/** Those that belong to no public form. */
export const accessPages = {
  login: {
    path: '/client-login',
    title: 'Client Login',
    description: 'Log in to the client portal with your Social Security number and your 4-digit PIN.',
  },
  pinCode: {
    path: '/client-login/forgot-pin',
    title: 'Forgot your PIN?',
    description: 'Get a code by email, and choose a new PIN for the client portal with it.',
    hidden: true,
  },
  newPin: {
    path: '/client-login/new-pin',
    title: 'Choose a new PIN',
    description: 'Choose a new PIN for the client portal with the code that we gave you.',
    hidden: true,
  },
  register: {
    path: '/client-register',
    title: 'Client Registration',
    description:
      'Register for the client portal: use your Social Security number and create a 4-digit PIN. What to do if you forgot your PIN.',
  },
  verify: {
    path: '/verify',
    title: 'Check a signed contract',
    description:
      'Check that a contract you got from us as a PDF file is the one that was signed, and that nobody changed it.',
  },
  // Leads to the section of the home page.
  contact: {
    path: '/contact',
    title: 'Contact us by phone or email',
    description: 'Our phone number, our email address, our office and our office hours.',
    hidden: true,
  },
} as const satisfies Record<string, SitePage>;

/**
 * Every page of this kind. The sitemap and the search name them from here, so nothing that needs a session may be in it.
 */
export const sitePages: readonly SitePage[] = [
  ...intakes.map(({ path, site: { title, description } }) => ({ path, title, description })),
  ...Object.values(accessPages),
  ...intakes.map(({ path, site: { title, fullName } }) => ({
    path: `${path}/resume`,
    title: `Continue with your saved answers - ${title}`,
    description: `Enter the code that you wrote down to continue your ${fullName} where you left off.`,
    hidden: true as const,
  })),
];

/**
 * The addresses that the site itself answers, whatever editors write. Links may lead to them; no page can be
 * put in their place.
 */
export const sitePaths: readonly string[] = [
  ...sitePages.map(({ path }) => path),
  '/',
  '/articles',
  '/attorney-directory',
  '/client-portal',
  '/faq',
  '/search',
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
  pages: { prefix: '/', singular: 'page' },
  articles: { prefix: '/articles/', singular: 'article' },
} as const;

/** The collections of texts that hold links and pictures, and what editors call one of their documents. */
export const textCollections = [
  { collection: 'pages', singular: homes.pages.singular, title: 'title' },
  { collection: 'articles', singular: homes.articles.singular, title: 'title' },
  { collection: 'faq', singular: 'question', title: 'question' },
] as const;

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
