import { type mongo, Types } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  type ClientDocumentChange,
  type DocumentChange,
  documentChangesCollection,
} from './client-document.model.ts';
import type { DocumentType } from './document-types.ts';

export interface DocumentDescription {
  title: string;
  type: DocumentType;
}

/** Adds a change to the record, in the transaction that makes it. */
export async function recordChange(
  made: DocumentDescription & {
    change: DocumentChange;
    id: string;
    _id: Types.ObjectId;
    staff?: string;
    reason: string | null;
  },
  deps: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const { change, id, _id: document, title, type, staff, reason } = made;
  const _id = new Types.ObjectId();
  const row = {
    _id,
    client_id: id,
    document,
    change,
    type,
    ...(staff && { staff }),
    title: documentChangesCollection.encrypt(deps.keys, _id, 'title', title),
    reason: reason && documentChangesCollection.encrypt(deps.keys, _id, 'reason', reason),
    at: new Date(),
  };
  await documentChangesCollection.model(deps.portal).create([row], { session });
}

/** A change of a document as shown to staff. */
interface ShownDocumentChange {
  id: string;
  name: DocumentChange;
  title: string;
  reason: string | null;
  /** Name of the staff account; null once it was deleted, and for what the client did. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

/** @returns the changes of a client's documents, newest first. */
export async function listDocumentChanges(
  { id, cursor, limit }: { id: string; cursor: string | null; limit: number },
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<ShownDocumentChange[]> {
  const found = await documentChangesCollection
    .model(deps.portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientDocumentChange[]>();
  const names = await readStaffNames(
    found.flatMap(({ staff }) => staff ?? []),
    deps.portal,
  );
  return found.map(({ _id, change, title, reason, staff, at }) => ({
    id: _id.toHexString(),
    name: change,
    title: documentChangesCollection.read(deps, _id, 'title', title),
    reason: reason === null ? null : documentChangesCollection.read(deps, _id, 'reason', reason),
    who: (staff && names.get(staff)) ?? null,
    at: at.toISOString(),
  }));
}
