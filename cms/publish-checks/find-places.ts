import type { PayloadRequest } from 'payload';
import { pathOf } from '../addresses/site-paths.ts';
import type { Page } from '../payload-types.ts';
import type { Followed, Place } from './receipt.ts';
import { versionMark } from './version-mark.ts';

/** The public version of a document, as stored. */
export interface PublicVersion {
  id: string;
  updatedAt: string;
  slug?: string | null;
  /** The title or the question. */
  title: string;
  date?: string;
}

/** The feed has this many entries, newest first. */
const feedAtMost = 50;
const pagesAtMost = 500;

/** @returns every public page that shows this version, with the marker that proves it. */
export async function findPlaces(
  followed: Followed,
  version: PublicVersion,
  req: PayloadRequest,
): Promise<Place[]> {
  const there = (name: string, path: string): Place => ({
    name,
    path,
    marker: `data-version="${versionMark(version)}"`,
    expects: 'there',
  });
  const search = there('The search', `/search?q=${encodeURIComponent(version.title)}`);
  if (followed === 'faq') return [there('Questions and answers', '/faq'), search];
  const own = pathOf(followed, version.slug ?? '');
  const sitemap: Place = {
    ...there('The sitemap', '/sitemap.xml'),
    marker: `${encodeURI(own)}</loc><lastmod>${version.updatedAt}</lastmod>`,
  };
  if (followed === 'pages') return [there(nameOf(version.slug, 'The page'), own), search, sitemap];
  return [
    there('The article', own),
    search,
    sitemap,
    ...(await feedPlaces(version, req)),
    ...(await listPlaces(version, req)).map(({ name, slug }) => there(name, pathOf('pages', slug))),
  ];
}

/** The title of the home page is a slogan, so it gets a name that editors recognize. */
function nameOf(slug: string | null | undefined, otherwise: string): string {
  return slug === 'home' ? 'The home page' : otherwise;
}

/** @returns the same pages with the markers that must be gone. */
export function placesToLeave(followed: Followed, places: Place[]): Place[] {
  return places.map((place, index) => {
    const ownPage = index === 0 && followed !== 'faq';
    return { ...place, expects: 'gone', ...(ownPage ? { marker: null } : {}) };
  });
}

async function feedPlaces({ date, updatedAt }: PublicVersion, req: PayloadRequest): Promise<Place[]> {
  const { totalDocs } = await req.payload.count({
    collection: 'articles',
    where: { _status: { equals: 'published' }, date: { greater_than: date } },
    req,
  });
  const marker = `<updated>${updatedAt}</updated>`;
  return totalDocs < feedAtMost
    ? [{ name: 'The feed', path: '/articles.xml', marker, expects: 'there' }]
    : [];
}

/** Pages that list all articles, or this one by choice. */
async function listPlaces({ id }: PublicVersion, req: PayloadRequest) {
  const { docs } = await req.payload.find({
    collection: 'pages',
    where: { _status: { equals: 'published' } },
    select: { title: true, slug: true, blocks: true },
    limit: pagesAtMost,
    pagination: false,
    depth: 0,
    req,
  });
  return docs
    .filter(({ blocks }) => blocks.some((block) => lists(block, id)))
    .map(({ title, slug }) => ({ name: nameOf(slug, title), slug: slug ?? '' }));
}

function lists(block: Page['blocks'][number], id: string): boolean {
  if (block.blockType !== 'articleList') return false;
  if (block.show !== 'chosen') return true;
  return (block.articles ?? []).some(
    (article) => (typeof article === 'object' ? article.id : article) === id,
  );
}
