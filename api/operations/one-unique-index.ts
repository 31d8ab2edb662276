import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { Migration } from '#api/platform/database/migrate.ts';

/**
 * Drops the indexes by which 1.0 kept reference and key of a submission unique: now its id does (docs/decisions/103), and they are made
 * anew as indexes that are not. Until then the version before, if it still serves, finds its records by a scan.
 */
export const oneUniqueIndex: Migration = {
  id: '2026-11-29-one-unique-index',
  async run({ portal }) {
    const kinds = Object.values(submissionKinds).map(({ collection }) => collection);
    const there = new Set((await portal.listCollections()).map(({ name }) => name));
    for (const { name } of [...kinds, contractsCollection]) {
      const rows = portal.collection(name);
      for (const index of there.has(name) ? await rows.indexes() : [])
        if (index.unique && ('reference' in index.key || 'submission_key' in index.key))
          await rows.dropIndex(String(index.name));
    }
  },
};
