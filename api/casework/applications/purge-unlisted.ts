import { trusted } from 'mongoose';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Collection } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Deps } from '#api/platform/deps.ts';

/**
 * Deletes the approved applications of attorneys who are no longer listed in the directory, or no longer in it at all: an
 * application is kept to know whom the entry is from. It is stored in the transaction that lists the attorney.
 *
 * @returns how many.
 */
export async function purgeUnlistedApplications(
  applications: Collection<Submission>,
  { portal, payload }: Pick<Deps, 'portal' | 'payload'>,
): Promise<number> {
  const approved = applications
    .model(portal)
    .find({ status: 'approved' }, { _id: 1 })
    .sort({ created_at: -1, _id: -1 })
    .lean<Pick<Submission, '_id'>>()
    .cursor({ batchSize });
  let purged = 0;
  await forEachBatch(approved, async (batch) => {
    const application = trusted({ $in: batch.map(({ _id }) => String(_id)) });
    const listed = await attorneyModel(payload)
      .find({ application, listed: true }, { application: 1 })
      .lean();
    const kept = new Set(listed.map((attorney) => attorney.application));
    const unlisted = batch.map(({ _id }) => _id).filter((id) => !kept.has(String(id)));
    if (unlisted.length === 0) return;
    purged += await applications.remove(portal, { _id: { $in: unlisted }, status: 'approved' });
  });
  return purged;
}
