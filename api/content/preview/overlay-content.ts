import type { PreviewedCollection, PreviewedGlobal } from '@claimdesk/cms/previewed';
import { isReserved, pathOf } from '@claimdesk/cms/site-paths';
import { makeContentCache } from '#api/content/content-cache.ts';
import type { Deps } from '#api/platform/deps.ts';

type Document = Record<string, unknown>;

/** A document or global in the editor's current state, complete but not populated. */
export type Unsaved =
  | { kind: 'document'; collection: PreviewedCollection; id: string; document: Document }
  | { kind: 'global'; slug: PreviewedGlobal; document: Document };

/** Replaces a slug that is not chosen yet, or that the site reserves. */
const placeholderSlug = 'without-an-address';

/**
 * Makes the site read as if the unsaved version were public: everything else comes from the database as visitors see it,
 * through the same functions that the public pages use. Nothing is written, and nothing read is cached.
 *
 * Pictures and articles in the unsaved version are populated as for a visitor: what would not show after publishing
 * doesn't show now.
 */
export function overlayContent(deps: Deps, unsaved: Unsaved): Deps {
  const { payload } = deps;
  const find = async (options: FindOptions) => {
    const found = await payload.find(options as Parameters<typeof payload.find>[0]);
    if (unsaved.kind === 'global' || options.collection !== unsaved.collection) return found;
    const { collection, id, document } = unsaved;
    const otherDocs = (found.docs as { id: string }[]).filter((other) => other.id !== id);
    if (!matches(document, options.where)) return { ...found, docs: otherDocs };
    const shown = await payload.findByID({
      collection,
      id,
      // Payload populates this object in place, and one page reads the same version several times.
      data: structuredClone(document),
      depth: options.depth ?? 0,
      ...(options.populate ? { populate: options.populate } : {}),
      overrideAccess: false,
    });
    const docs: Document[] = [{ ...shown }, ...(otherDocs as Document[])];
    return { ...found, docs: sorted(docs, options.sort).slice(0, options.limit) };
  };
  const findGlobal = (options: { slug: string }) =>
    payload.findGlobal({
      ...(options as Parameters<typeof payload.findGlobal>[0]),
      ...(unsaved.kind === 'global' && unsaved.slug === options.slug
        ? { data: structuredClone(unsaved.document) }
        : {}),
    });
  return {
    ...deps,
    payload: Object.create(payload, { find: { value: find }, findGlobal: { value: findGlobal } }),
    content: makeContentCache(),
  };
}

/** @returns the path on the site that shows the unsaved version. */
export function previewPath(unsaved: Unsaved): string {
  if (unsaved.kind === 'global') return '/';
  if (unsaved.collection === 'faq') return '/faq';
  const slug = previewSlug(unsaved.collection, unsaved.document.slug);
  return pathOf(unsaved.collection, slug);
}

/** @returns the slug under which a document is previewed: its own if the site could show it there. */
export function previewSlug(collection: PreviewedCollection, slug: unknown): string {
  const usable = typeof slug === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
  return usable && !(collection === 'pages' && isReserved(slug)) ? slug : placeholderSlug;
}

/** The options with which the read functions query the CMS. */
interface FindOptions {
  collection: string;
  where?: Record<string, { equals?: unknown }>;
  sort?: string;
  limit?: number;
  depth?: number;
  populate?: object;
}

/** @throws Error for a condition that no page uses yet: better no preview than a wrong one. */
function matches(document: Document, where: FindOptions['where'] = {}): boolean {
  return Object.entries(where).every(([field, test]) => {
    if (!('equals' in test)) throw new Error(`A preview cannot compare ${field} by ${Object.keys(test)}.`);
    // The preview shows the document as if it were public.
    return field === '_status' || document[field] === test.equals;
  });
}

function sorted(docs: Document[], sort = ''): Document[] {
  const field = sort.replace(/^-/, '');
  if (!field) return docs;
  const direction = sort.startsWith('-') ? -1 : 1;
  return docs.toSorted((a, b) => direction * compare(a[field], b[field]));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a ?? ''), String(b ?? '')];
  return left < right ? -1 : left > right ? 1 : 0;
}
