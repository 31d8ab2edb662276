import { pathOf } from '@claimdesk/cms/site-paths';
import { versionMark } from '@claimdesk/cms/version-mark';
import type { Deps } from '../connect.ts';
import type { Page } from './page-blocks.ts';
import { pageText } from './page-text.ts';
import { presentBlock, presentOpening } from './present-block.ts';
import { readArticles, readFaq } from './read-articles.ts';
import { readListings } from './read-listings.ts';
import { readTokens } from './read-site.ts';
import { readTestimonials } from './read-testimonials.ts';
import { fillTokens } from './render-rich-text.ts';

type Needs = Pick<Deps, 'payload' | 'content'>;

/** More than any firm writes; it only keeps a mistake from reading a million. */
const pagesAtMost = 500;
/** Pages show articles' titles, questions, pictures, testimonials and listings, and figures of the globals. */
const madeFrom = ['pages', 'globals', 'articles', 'faqs', 'media', 'testimonials', 'listings'];

export interface PageSummary {
  slug: string;
  /** Where it is on the site, such as `/what-we-do`; the home page is at `/`. */
  path: string;
  title: string;
  /** The short name for menus and the way back. */
  navLabel: string;
  /** Of the last published change. */
  isoUpdated: string;
  version: string;
}

/** @returns the published pages by title. */
export function readPages(deps: Needs): Promise<PageSummary[]> {
  return deps.content.remember('pages', ['pages', 'globals'], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'pages',
      where: { _status: { equals: 'published' } },
      sort: 'title',
      select: { slug: true, title: true, navLabel: true, updatedAt: true },
      limit: pagesAtMost,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(({ id, slug, title, navLabel, updatedAt }) => ({
      slug: slug ?? '',
      path: pathOf('pages', slug ?? ''),
      title: fillTokens(title, tokens),
      navLabel: fillTokens(navLabel, tokens),
      isoUpdated: updatedAt,
      version: versionMark({ id, updatedAt }),
    }));
  });
}

/** @returns one published page with everything that its parts show, or null when there is none at this address. */
export async function readPage(slug: string, deps: Needs): Promise<Page | null> {
  // Only addresses that exist are kept in memory, so that inventing addresses doesn't fill it.
  const known = await deps.content.rememberMade('page addresses', async (content) =>
    (await readPages({ ...deps, content })).map((page) => page.slug),
  );
  if (!known.includes(slug)) return null;
  return deps.content.remember(`page ${slug}`, madeFrom, () => loadPage(slug, deps));
}

/** @returns what every published page says, as plain text; not kept, because the index made from it is. */
export async function readPageTexts(deps: Needs): Promise<(PageSummary & { text: string })[]> {
  const texts: (PageSummary & { text: string })[] = [];
  for (const summary of await readPages(deps)) {
    const page = await readPage(summary.slug, deps);
    if (page) texts.push({ ...summary, text: pageText(page) });
  }
  return texts;
}

async function loadPage(slug: string, deps: Needs): Promise<Page | null> {
  const tokens = await readTokens(deps);
  const { docs } = await deps.payload.find({
    collection: 'pages',
    where: { slug: { equals: slug }, _status: { equals: 'published' } },
    limit: 1,
    pagination: false,
    depth: 1,
    populate: { articles: { slug: true, title: true, description: true, date: true, updatedAt: true } },
    overrideAccess: false,
  });
  const [doc] = docs;
  if (!doc) return null;
  const around = {
    tokens,
    testimonials: (show: 'all' | 'home') => readTestimonials(show, deps),
    listings: () => readListings(deps),
    questions: () => readFaq(deps),
    articles: () => readArticles(deps),
    isHome: slug === 'home',
  };
  return {
    slug,
    path: pathOf('pages', slug),
    title: fillTokens(doc.title, tokens),
    lead: fillTokens(doc.lead, tokens),
    metaTitle: fillTokens(doc.meta?.title || doc.title, tokens),
    metaDescription: fillTokens(doc.meta?.description || doc.lead, tokens),
    isoUpdated: doc.updatedAt,
    version: versionMark(doc),
    ...(slug === 'home' ? { opening: presentOpening(doc.opening, tokens) } : {}),
    blocks: await Promise.all(doc.blocks.map((block) => presentBlock(block, around))),
  };
}
