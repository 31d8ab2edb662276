import type { Payload } from 'payload';
import { pathOf } from '../addresses/site-paths.ts';
import { figuresIn } from '../tokens.ts';
import { productTexts } from './product-texts.ts';

/** A text that shows a figure. */
export interface FigureUse {
  /** Its form in the CMS; null for a text that is part of the product. */
  path: string | null;
  /** The page that shows it. */
  publicPath: string;
  title: string;
}

/** More than any firm writes; only prevents a mistake from reading a million. */
const mostOfEach = 500;

/** What can quote figures, with the words and the address by which editors know it. */
export const quoting = [
  { slug: 'pages', titled: 'title', placed: (slug: string) => pathOf('pages', slug) },
  { slug: 'articles', titled: 'title', placed: (slug: string) => pathOf('articles', slug) },
  { slug: 'faq', titled: 'question', placed: () => '/faq' },
  { slug: 'listings', titled: 'plainName', placed: () => '/medical-listings' },
  { slug: 'testimonials', titled: 'author', placed: () => '/testimonials' },
] as const;

/** @returns the published texts that show each figure now, by its name. */
export async function findUses(payload: Payload): Promise<Map<string, FigureUse[]>> {
  const uses = new Map<string, FigureUse[]>();
  for (const { slug: collection, titled, placed } of quoting) {
    const { docs } = await payload.find({
      collection,
      where: { _status: { equals: 'published' }, deletedAt: { exists: false } },
      sort: titled,
      limit: mostOfEach,
      pagination: false,
      depth: 0,
    });
    for (const doc of docs) {
      const { id, slug, [titled]: title } = doc as unknown as Record<string, string>;
      const use = {
        path: `/cms/collections/${collection}/${id}`,
        publicPath: placed(slug ?? ''),
        title: slug === 'home' ? 'The home page' : (title ?? ''),
      };
      for (const name of figuresIn(doc)) uses.set(name, [...(uses.get(name) ?? []), use]);
    }
  }
  for (const { figures, ...text } of productTexts) {
    for (const name of figures) uses.set(name, [...(uses.get(name) ?? []), { path: null, ...text }]);
  }
  return uses;
}
