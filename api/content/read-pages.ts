import { pathOf } from '@claimdesk/cms/site-paths';
import { figuresIn } from '@claimdesk/cms/tokens';
import { versionMark } from '@claimdesk/cms/version-mark';
import { explainsWords, makeWordMarker, type WordMarker } from '@claimdesk/cms/word-marker';
import type { Deps } from '#api/platform/deps.ts';
import { readGlossary } from './glossary.ts';
import type { Page, PageBlock } from './page-blocks.ts';
import { presentBlock, presentOpening } from './present-block.ts';
import { presentSourcing } from './present-sources.ts';
import { readArticles, readFaq } from './read-articles.ts';
import { notesOn, readFigures, tokenSources } from './read-figures.ts';
import { readListings } from './read-listings.ts';
import { readPeople } from './read-people.ts';
import { readAddress, readTokens } from './read-site.ts';
import { readTestimonials } from './read-testimonials.ts';
import { fillTokens } from './render-rich-text.ts';

type Dependencies = Pick<Deps, 'payload' | 'content' | 'settings'>;

/** More than any firm writes; only prevents a mistake from loading a million. */
const maxPages = 500;
/** Pages show articles' titles, questions, pictures, testimonials, people and listings, and figures. */
const sourceCollections = [
  'pages',
  'articles',
  'faqs',
  'media',
  'testimonials',
  'peoples',
  'listings',
  ...tokenSources,
];

export interface PageSummary {
  slug: string;
  /** Path on the site, such as `/what-we-do`; the home page is at `/`. */
  path: string;
  title: string;
  /** The short name for menus and breadcrumbs. */
  navLabel: string;
  /** When the last change was published. */
  isoUpdated: string;
  version: string;
}

/** @returns the published pages by title. */
export function readPages(deps: Dependencies): Promise<PageSummary[]> {
  return deps.content.remember('pages', ['pages', ...tokenSources], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'pages',
      where: { _status: { equals: 'published' } },
      sort: 'title',
      select: { slug: true, title: true, navLabel: true, updatedAt: true },
      limit: maxPages,
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

/** @returns one published page with everything that its blocks show, or null when there is none with this slug. */
export async function readPage(slug: string, deps: Dependencies): Promise<Page | null> {
  // Only existing slugs are cached, so that requests for invented ones can't fill the memory.
  const known = await deps.content.memoizeDerived('page addresses', async (content) =>
    (await readPages({ ...deps, content })).map((page) => page.slug),
  );
  if (!known.includes(slug)) return null;
  return deps.content.remember(`page ${slug}`, sourceCollections, () => loadPage(slug, deps));
}

/** @returns the plain text of every published page; not cached, since the index made from it is. */
export async function readPageTexts(
  deps: Dependencies,
): Promise<(PageSummary & { metaTitle: string; text: string })[]> {
  const texts: (PageSummary & { metaTitle: string; text: string })[] = [];
  for (const summary of await readPages(deps)) {
    const page = await readPage(summary.slug, deps);
    if (page) texts.push({ ...summary, metaTitle: page.metaTitle, text: pageText(page) });
  }
  return texts;
}

async function loadPage(slug: string, deps: Dependencies): Promise<Page | null> {
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
  const context = {
    tokens,
    testimonials: (show: 'all' | 'home') => readTestimonials(show, deps),
    listings: () => readListings(deps),
    questions: () => readFaq(deps),
    articles: () => readArticles(deps),
    people: () => readPeople(deps),
    address: await readAddress(deps),
    isHome: slug === 'home',
  };
  const marker = makeWordMarker(explainsWords(slug) ? await readGlossary(deps) : []);
  const unmarked = await Promise.all(doc.blocks.map((block) => presentBlock(block, context)));
  const blocks = unmarked.map((block) => markWords(block, marker) as PageBlock);
  const words = marker.used();
  const figureNames = [
    ...figuresIn(doc),
    ...blocks.flatMap(figuresInListed),
    ...words.flatMap((word) => word.figureNames),
  ];
  return {
    slug,
    path: pathOf('pages', slug),
    title: fillTokens(doc.title, tokens),
    lead: fillTokens(doc.lead, tokens),
    metaTitle: fillTokens(doc.meta?.title || doc.title, tokens),
    metaDescription: fillTokens(doc.meta?.description || doc.lead, tokens),
    isoUpdated: doc.updatedAt,
    version: versionMark(doc),
    illustration: doc.illustration ?? null,
    ...(slug === 'home' ? { opening: presentOpening(doc.opening, tokens) } : {}),
    ...presentSourcing(doc),
    blocks,
    words,
    figureNotes: notesOn(figureNames, await readFigures(deps)),
  };
}

/** @returns the figures in what a block shows from elsewhere. */
function figuresInListed(block: PageBlock): string[] {
  if (block.kind === 'faq') return block.listed.flatMap(({ figureNames }) => figureNames);
  if (block.kind === 'testimonials') return block.testimonials.flatMap(({ figureNames }) => figureNames);
  return block.kind === 'listings' ? block.listings.flatMap(({ figureNames }) => figureNames) : [];
}

/** @returns the same part of a page, with words marked in its running text, in reading order. */
function markWords(value: unknown, marker: WordMarker): unknown {
  if (Array.isArray(value)) return value.map((each) => markWords(each, marker));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    isHtml(key) && typeof inner === 'string' ? marker.mark(inner) : markWords(inner, marker),
  ]);
  return Object.fromEntries(entries);
}

function isHtml(key: string): boolean {
  return key === 'html' || key === 'introHtml';
}

/** Keys whose values are not text for readers; listed questions and articles are indexed on their own. */
const unindexedKeys = new Set([
  ...[
    'kind',
    'calculator',
    'tone',
    'icon',
    'look',
    'id',
    'to',
    'url',
    'slug',
    'sources',
    'version',
    'listed',
    'articles',
    'topics',
    'figureNames',
  ],
]);
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** @returns all text of a page, as plain text for the search; every heading, cell and item ends like a sentence. */
export function pageText({ lead, blocks }: Page): string {
  const pieces = [lead, ...blocks.flatMap(textsIn)].map((piece) => piece.replace(/\s+/g, ' ').trim());
  return pieces.filter(Boolean).reduce((text, piece) => text + (isEnded.test(text) ? ' ' : '. ') + piece);
}

const isEnded = /[.,:;!?]["'”’)]*$/;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return piecesOf(value);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unindexedKeys.has(key) ? [] : textsIn(inner)));
}

/** The tags within a line: words and punctuation around them belong together. */
const inlineTag = /<\/?(?:a|button|code|em|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>/g;

/** A block contains HTML from our own renderer and plain text; the words of both come through intact. */
function piecesOf(text: string): string[] {
  return text
    .replace(inlineTag, '')
    .replace(/<br[^<>]*>/g, ' ')
    .split(/<\/?[a-z][^<>]*>/)
    .map((piece) =>
      piece.replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (whole, code, name) => {
        return code ? String.fromCodePoint(Number(code)) : (characters[name] ?? whole);
      }),
    );
}
