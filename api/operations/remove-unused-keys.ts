import mongoose from 'mongoose';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Deps } from '#api/platform/deps.ts';
import { dataKeysCollection, ownKeys, type WrappedKey } from '#api/platform/keys/data-keys.ts';
import { collections } from '../collections.ts';

const { ObjectId } = mongoose.Types;
const dayMs = 24 * 60 * 60_000;

/**
 * Deletes the data keys whose record is gone: deleted by a TTL index, or never stored. Whoever writes under a key marks it as
 * used first, so one that was not used for a day and has no record gets none.
 *
 * @returns how many.
 */
export async function removeUnusedKeys({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const keys = dataKeysCollection.rows<WrappedKey>(portal);
  const unused = { used_at: { $lt: new Date(Date.now() - dayMs) } };
  const found = keys.find({ ...unused, _id: { $nin: [...ownKeys] } }, { projection: { _id: 1 }, batchSize });
  let removed = 0;
  await forEachBatch(found, async (batch) => {
    const gone = new Set(batch.map(({ _id }) => _id));
    const ids = [...gone].flatMap((id) => (/^[\da-f]{24}$/.test(id) ? [id, new ObjectId(id)] : [id]));
    for (const { hasDataKeys, rows } of collections) {
      if (!hasDataKeys) continue;
      const owners = rows(portal).find({ _id: { $in: ids as never[] } }, { projection: { _id: 1 } });
      for await (const { _id } of owners) gone.delete(String(_id));
    }
    const { deletedCount } = await keys.deleteMany({ ...unused, _id: { $in: [...gone] } });
    removed += deletedCount;
  });
  return removed;
}
