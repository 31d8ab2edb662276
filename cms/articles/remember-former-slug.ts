import type { CollectionBeforeChangeHook } from 'payload';
import type { Article } from '../payload-types.ts';

/**
 * Keeps the address under which an article was public when it is published under a new one, so that the site
 * can send old links to the new place. The stored document is read because the one Payload hands to hooks may
 * be a newer draft.
 */
export const rememberFormerSlug: CollectionBeforeChangeHook<Article> = async ({
  data,
  originalDoc,
  operation,
  req,
}) => {
  if (operation !== 'update' || data._status !== 'published' || !originalDoc) return data;
  const stored = await req.payload.findByID({
    collection: 'articles',
    id: originalDoc.id,
    depth: 0,
    select: { slug: true, formerSlugs: true, _status: true },
    disableErrors: true,
    req,
  });
  const former = new Set(stored?.formerSlugs ?? []);
  if (stored?._status === 'published' && stored.slug) former.add(stored.slug);
  if (data.slug) former.delete(data.slug);
  return { ...data, formerSlugs: [...former] };
};
