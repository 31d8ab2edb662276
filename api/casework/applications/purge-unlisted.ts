import { type Types, trusted } from 'mongoose';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { type Submission, submissionModel } from '#api/casework/submissions/submission.model.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';

const batchSize = 500;

/**
 * Deletes the approved applications of attorneys who are no longer listed in the directory, or no longer in it at all: an
 * application is kept to know whom the entry is from. It is stored in the transaction that lists the attorney.
 *
 * @returns how many.
 */
export async function purgeUnlistedApplications({
  portal,
  payload,
}: Pick<Deps, 'portal' | 'payload'>): Promise<number> {
  const model = submissionModel(submissionKinds.applications, portal);
  let purged = 0;
  let batch: Types.ObjectId[] = [];
  const flush = async () => {
    const listed = await attorneyModel(payload)
      .find({ application: trusted({ $in: batch.map(String) }), listed: true }, { application: 1 })
      .lean();
    const kept = new Set(listed.map(({ application }) => application));
    const unlisted = batch.filter((id) => !kept.has(String(id)));
    batch = [];
    if (unlisted.length === 0) return;
    const { deletedCount } = await model.deleteMany({ _id: trusted({ $in: unlisted }), status: 'approved' });
    purged += deletedCount;
  };
  const approved = model
    .find({ status: 'approved' }, { _id: 1 })
    .sort({ created_at: -1, _id: -1 })
    .lean<Pick<Submission, '_id'>>()
    .cursor({ batchSize });
  for await (const { _id } of approved) {
    batch.push(_id);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return purged;
}
