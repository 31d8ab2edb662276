import { removalsCollection } from '#api/casework/removals/removal.model.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';

/**
 * A contract had one PDF, so a unique index had one document for each reference, and the row of a removal named one file: now there
 * may be a second PDF, with both signatures. It can be repeated.
 */
export const twoContractPdfs: Migration = {
  id: '2026-11-30-two-contract-pdfs',
  async run({ portal }) {
    const there = new Set((await portal.listCollections()).map(({ name }) => name));
    for (const [{ name }, field] of [
      [documentsCollection, 'reference'],
      [removalsCollection, 'file'],
    ] as const) {
      const indexes = there.has(name) ? await portal.collection(name).indexes() : [];
      for (const { key, name: index = '' } of indexes)
        if (Object.keys(key).join() === field) await portal.collection(name).dropIndex(index);
    }
    const rows = removalsCollection.rows(portal);
    await rows.updateMany({ file: { $exists: true } }, [{ $set: { files: ['$file'] } }, { $unset: 'file' }]);
  },
};
