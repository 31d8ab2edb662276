import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
} from 'payload';
import { mongooseOf } from '../mongoose-of.ts';
import type { User } from '../payload-types.ts';

/** The last admin keeps the role. */
export const keepOneAdminOnUpdate: CollectionBeforeChangeHook<User> = async ({ data, originalDoc, req }) => {
  const losesRole = originalDoc?.role === 'admin' && data.role !== undefined && data.role !== 'admin';
  if (losesRole) await requireAnotherAdmin(originalDoc.id, req);
  return data;
};

/** The last admin keeps the account. */
export const keepOneAdminOnDelete: CollectionBeforeDeleteHook = async ({ id, req }) => {
  await requireAnotherAdmin(String(id), req);
};

/**
 * Throws unless an admin other than `leavingId` remains. Writing to all admins first makes two concurrent changes conflict
 * in the database, so that two admins can't remove each other.
 */
async function requireAnotherAdmin(leavingId: string, req: PayloadRequest): Promise<void> {
  const database = mongooseOf(req.payload);
  const transaction = String(await req.transactionID);
  await database.collections.users?.collection.updateMany(
    { role: 'admin' },
    { $inc: { adminChanges: 1 } },
    { session: database.sessions[transaction] },
  );
  const { totalDocs } = await req.payload.count({
    collection: 'users',
    where: { role: { equals: 'admin' }, id: { not_equals: leavingId } },
    req,
  });
  if (totalDocs === 0) {
    throw new APIError('There must always be an admin. Make somebody else an admin first.', 400, null, true);
  }
}
