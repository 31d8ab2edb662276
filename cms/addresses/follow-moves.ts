import type { CollectionBeforeChangeHook } from 'payload';
import { type Addressed, isSystemPage, pathOf } from './site-paths.ts';

/**
 * Keeps old links working: a document that is published under a new address gets a redirect from the one it was public
 * under. Redirects to the old address are updated to the new one, so that redirects never chain, and a redirect from an
 * address that is in use again is removed.
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
    // The field's validation refuses to change such an address and says why.
    if (collection === 'pages' && isSystemPage(stored.slug)) return data;
    const before = pathOf(collection, stored.slug);
    // The new address is public only after this change, so the link check would refuse it.
    req.context.addressIsMoving = true;
    const to = { to: here };
    await payload.update({ collection: 'redirects', where: { to: { equals: before } }, data: to, req });
    await payload.create({ collection: 'redirects', data: { from: before, ...to, permanent: true }, req });
    delete req.context.addressIsMoving;
    return data;
  };
}
