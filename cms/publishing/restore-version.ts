import { type CollectionSlug, type Endpoint, restoreVersionOperation } from 'payload';

/**
 * Replaces Payload's endpoint for "Restore" in the admin, which writes a draft version over the public document and so takes
 * the page offline. Here a draft is restored as a draft.
 */
export const restoreVersion: Endpoint = {
  path: '/versions/:id',
  method: 'post',
  handler: async (req) => {
    const { id, collection: slug } = req.routeParams as { id: string; collection: CollectionSlug };
    const collection = req.payload.collections[slug];
    const { docs } = await req.payload.db.findVersions({
      collection: slug,
      where: { id: { equals: id } },
      limit: 1,
      pagination: false,
      req,
    });
    const wasDraft = docs[0]?.version._status === 'draft';
    const draft = wasDraft || String(req.query.draft) === 'true';
    const restored = await restoreVersionOperation({ id, collection, draft, depth: 1, req });
    return Response.json({ ...restored, message: req.t('version:restoredSuccessfully') });
  },
};
