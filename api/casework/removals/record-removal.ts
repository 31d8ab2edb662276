import { type Connection, type mongo, Types, trusted } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { forgetLinksOf } from '#api/casework/links/client-link.model.ts';
import { forEachRow } from '#api/platform/database/for-each-row.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { forgetEmailsAbout } from '#api/platform/email/enqueue.ts';
import { forgetStaffNotice } from '#api/platform/email/staff-notices.ts';
import { type Removal, type RemovedKind, removalsCollection } from './removal.model.ts';

const mostShown = 50;

interface ShownRemoval {
  id: string;
  kind: RemovedKind;
  record: string;
  reference: string;
  /** Name of the staff account; null once it was deleted. */
  who: string | null;
  reason: string;
  /** ISO 8601 */
  at: string;
}

interface Removed {
  kind: RemovedKind;
  record: { _id: Removal['record']; reference: string };
  /** The names of its files in the document store. */
  files?: string[];
  reason: string;
  /** The id of a staff account. */
  staff: string;
}

/**
 * Records a removal and its reason, and deletes what else is stored about the record (its links, unsent emails and notices), in
 * the transaction that deletes the record.
 */
export async function recordRemoval(
  { kind, record, files = [], reason, staff }: Removed,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<Types.ObjectId> {
  if (record._id instanceof Types.ObjectId) await forgetLinksOf(record._id, { portal, session });
  await forgetMessages(record.reference, { portal, session });
  const _id = new Types.ObjectId();
  const row: Removal = {
    _id,
    kind,
    record: record._id,
    reference: record.reference,
    reason: removalsCollection.encrypt(await keys.make(_id, session), _id, 'reason', reason),
    staff,
    ...(files.length > 0 && { files }),
    at: new Date(),
  };
  await removalsCollection.model(portal).create([row], { session });
  return _id;
}

/** Deletes what is to be sent about a record, to people and to staff. */
export async function forgetMessages(
  reference: string,
  at: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await forgetEmailsAbout(reference, at);
  await forgetStaffNotice(reference, at);
}

/** Deletes the files of a removed record. The store has no transactions, so the row names them until they are deleted. */
export async function deleteRemovedFiles(
  { _id, files = [] }: Pick<Removal, '_id' | 'files'>,
  { portal, store }: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  if (files.length === 0) return;
  for (const file of files) await store.delete(file);
  await removalsCollection.model(portal).updateOne({ _id }, { $unset: { files: 1 } });
}

/**
 * Deletes leftover files of removed records, for example after a crash. @returns how many.
 *
 * @throws AggregateError when some could not be deleted; the others are.
 */
export async function purgeRemovedFiles(deps: Pick<Deps, 'portal' | 'store'>): Promise<number> {
  const rows = removalsCollection
    .model(deps.portal)
    .find({ files: trusted({ $exists: true }) }, { files: 1 })
    .lean<Pick<Removal, '_id' | 'files'>>();
  return forEachRow(rows.cursor(), (row) => deleteRemovedFiles(row, deps));
}

/** @returns the last 50 removals, newest first. */
export async function listRemovals(deps: Reading): Promise<ShownRemoval[]> {
  const rows = await removalsCollection
    .model(deps.portal)
    .find()
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<Removal[]>();
  const names = await readStaffNames(
    rows.map(({ staff }) => staff),
    deps.portal,
  );
  const present = async (row: Removal) => ({
    id: row._id.toHexString(),
    kind: row.kind,
    record: String(row.record),
    reference: row.reference,
    who: names.get(row.staff) ?? null,
    reason: removalsCollection.read(await deps.keys.of(row._id), row._id, 'reason', row.reason, deps),
    at: row.at.toISOString(),
  });
  return Promise.all(rows.map(present));
}
