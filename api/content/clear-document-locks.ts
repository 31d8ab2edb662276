import type { Migration } from '#api/platform/database/migrate.ts';

/**
 * Payload kept who was editing which document, and refused to save while somebody else's row was there. Nothing reads these
 * rows any more. The version before, which may still run, goes on with an empty collection.
 */
export const clearDocumentLocks: Migration = {
  id: '2026-11-26-document-locks',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    await content.collection('payload-locked-documents').deleteMany({});
  },
};
