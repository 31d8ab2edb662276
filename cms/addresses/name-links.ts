import { APIError, type CollectionBeforeOperationHook, type PayloadRequest, type Where } from 'payload';
import { homes, pathOf, textCollections } from './site-paths.ts';

/** The arguments by which Payload unpublishes, trashes or deletes documents. */
export interface Removal {
  id?: string;
  where?: Where;
  data?: { _status?: unknown; deletedAt?: unknown };
  draft?: boolean;
  unpublishAllLocales?: unknown;
}

/** @returns whether an operation takes documents off the site: unpublishes, trashes or deletes them. */
export function isRemoval(operation: string, { data, draft, unpublishAllLocales }: Removal): boolean {
  if (operation === 'delete') return true;
  const takesBack = data?.deletedAt || unpublishAllLocales || (data?._status === 'draft' && draft !== true);
  return operation === 'update' && Boolean(takesBack);
}

interface Addressed {
  id: string;
  title: string;
  slug?: string | null;
}

const documentsAtMost = 500;

/**
 * Warns before a public page or article is removed that others link to: the request is refused with the names of these
 * places, and goes through with `?despiteLinks=true`, which the form sends once the person has confirmed.
 */
export function nameLinks(collection: keyof typeof homes): CollectionBeforeOperationHook {
  return async ({ args, operation, req }) => {
    if (req.payloadAPI !== 'REST' || !req.user || String(req.query.despiteLinks) === 'true') return args;
    const { id, where } = args as Removal;
    if (!isRemoval(operation, args as Removal)) return args;
    const { docs } = await req.payload.find({
      collection,
      where: { and: [id ? { id: { equals: id } } : (where ?? {}), { _status: { equals: 'published' } }] },
      select: { title: true, slug: true } as never,
      depth: 0,
      limit: documentsAtMost,
      pagination: false,
      req,
    });
    for (const document of docs as Addressed[]) {
      const places = await findLinks(collection, document, req);
      if (places.length > 0) throw stillLinked(collection, document, places);
    }
    return args;
  };
}

function stillLinked(collection: keyof typeof homes, { title }: Addressed, places: string[]): APIError {
  const sentence = `The ${homes[collection].singular} "${title}" is linked from ${places.join(', ')}. These links would lead to "Page not found".`;
  return new APIError(sentence, 409, { reason: 'linked', places }, true);
}

/** @returns the public places that link to a document or list it, by the names that editors know. */
async function findLinks(
  collection: keyof typeof homes,
  { id, slug }: Addressed,
  req: PayloadRequest,
): Promise<string[]> {
  const path = slug ? pathOf(collection, slug) : undefined;
  const leads = (stored: unknown) => {
    const text = JSON.stringify(stored);
    return (
      text.includes(`"${id}"`) || (path && ['"', '#', '?'].some((end) => text.includes(`"${path}${end}`)))
    );
  };
  const found: string[] = [];
  const navigation = await req.payload.findGlobal({ slug: 'navigation', depth: 0, req });
  for (const menu of navigation.menus ?? []) if (leads(menu.links)) found.push(`the menu "${menu.label}"`);
  if (leads([navigation.quick, navigation.legal])) found.push('the footer');
  for (const { collection: from, singular, title } of textCollections) {
    const { docs } = await req.payload.find({
      collection: from,
      where: { _status: { equals: 'published' }, id: { not_equals: id } },
      depth: 0,
      limit: documentsAtMost,
      pagination: false,
      req,
    });
    for (const doc of docs) {
      if (!leads(doc)) continue;
      found.push(
        Reflect.get(doc, 'slug') === 'home'
          ? 'the home page'
          : `the ${singular} "${Reflect.get(doc, title)}"`,
      );
    }
  }
  return found;
}
