import type { CollectionAfterChangeHook, CollectionBeforeChangeHook, PayloadRequest } from 'payload';
import { pathOf } from '../addresses/site-paths.ts';
import { findPlaces, type PublicVersion, placesToLeave } from './find-places.ts';
import type { Followed, Place } from './receipt.ts';

const keptPerDocument = 5;

/** Records what is public before a change, because it can't be read afterwards. */
export function notePublic(followed: Followed): CollectionBeforeChangeHook {
  return async ({ data, originalDoc, req }) => {
    if (!req.user || !originalDoc) return data;
    // Reading replaces the request's context object, so it is accessed only afterwards.
    const version = await readPublic(followed, originalDoc.id, req);
    req.context[noteOf(originalDoc.id)] = version;
    return data;
  };
}

/**
 * Writes a receipt if a change affects what visitors see: a new public version, an unpublished document, a moved address.
 * A change without a user, such as by the seed, needs none.
 */
export function writeReceipt(followed: Followed): CollectionAfterChangeHook {
  return async ({ doc, req }) => {
    if (!req.user) return doc;
    const before = (req.context[noteOf(doc.id)] ?? null) as PublicVersion | null;
    const now = await readPublic(followed, doc.id, req);
    if (before?.updatedAt === now?.updatedAt) return doc;
    const places = now
      ? [...(await findPlaces(followed, now, req)), ...moved(followed, before, now)]
      : placesToLeave(followed, before ? await findPlaces(followed, before, req) : []);
    await req.payload.create({
      collection: 'receipts',
      data: {
        document: doc.id,
        kind: now ? 'published' : 'takenBack',
        at: new Date().toISOString(),
        by: String(req.user.name),
        places: places as never,
      },
      req,
    });
    await dropOld(doc.id, req);
    return doc;
  };
}

/** One request may change many documents. */
function noteOf(id: string): string {
  return `public before: ${id}`;
}

/** The document that Payload hands to hooks may be a newer draft, so the public one is read. */
async function readPublic(
  followed: Followed,
  id: string,
  req: PayloadRequest,
): Promise<PublicVersion | null> {
  const stored = (await req.payload.findByID({
    collection: followed,
    id,
    depth: 0,
    select: { slug: true, title: true, question: true, date: true, updatedAt: true, _status: true } as never,
    disableErrors: true,
    req,
  })) as Partial<Record<string, string>> | null;
  if (stored?._status !== 'published') return null;
  const { slug, title, question, date, updatedAt } = stored;
  return {
    id,
    updatedAt: updatedAt ?? '',
    title: title ?? question ?? '',
    ...(slug ? { slug } : {}),
    ...(date ? { date } : {}),
  };
}

function moved(followed: Followed, before: PublicVersion | null, now: PublicVersion): Place[] {
  if (followed === 'faq' || !before?.slug || !now.slug || before.slug === now.slug) return [];
  const [path, to] = [pathOf(followed, before.slug), pathOf(followed, now.slug)];
  return [{ name: 'The former address', path, to, marker: null, expects: 'moved' }];
}

async function dropOld(document: string, req: PayloadRequest): Promise<void> {
  const { docs } = await req.payload.find({
    collection: 'receipts',
    where: { document: { equals: document } },
    sort: '-at',
    pagination: false,
    depth: 0,
    select: { at: true },
    req,
  });
  const old = docs.slice(keptPerDocument).map(({ id }) => id);
  if (old.length > 0) await req.payload.delete({ collection: 'receipts', where: { id: { in: old } }, req });
}
