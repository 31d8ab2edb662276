import type { CollectionBeforeChangeHook } from 'payload';
import { type Addressed, isSystemPage, pathOf } from './site-paths.ts';

/**
 * Keeps old links working: a document that is published under a new address gets a redirect from the one it was public
 * under. What led to the old address leads to the new one at once, so that no redirect leads to another, and none
 * leads away from an address where there is a document again.
 *
 * The stored document is read because the one Payload hands to hooks may be a newer draft.
 */
export function followMoves(collection: Addressed): CollectionBeforeChangeHook {
  return async ({ data, originalDoc, req }) => {
    if (data._status !== 'published' || !data.slug) return data;
    const here = pathOf(collection, data.slug);
    const { payload } = req;
    await payload.delete({ collection: 'redirects', where: { from: { equals: here } }, req });
    const stored =
      originalDoc?.id &&
      (await payload.findByID({
        collection,
        id: originalDoc.id,
        depth: 0,
        select: { slug: true, _status: true },
        disableErrors: true,
        req,
      }));
    if (stored?._status !== 'published' || !stored.slug || stored.slug === data.slug) return data;
    // The field refuses to give up such an address, with words.
    if (collection === 'pages' && isSystemPage(stored.slug)) return data;
    const before = pathOf(collection, stored.slug);
    // The address it moves to is public only when this change is complete, so the checks would refuse it.
    req.context.addressIsMoving = true;
    const to = { to: here };
    await payload.update({ collection: 'redirects', where: { to: { equals: before } }, data: to, req });
    await payload.create({ collection: 'redirects', data: { from: before, ...to, permanent: true }, req });
    delete req.context.addressIsMoving;
    return data;
  };
}
