import type { mongo, Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';

/** What a client can do with the entries of the portal. */
const clientActions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'made-primary',
  'allowed',
  'disallowed',
  'link-asked',
  'verified',
] as const;
export type ClientAction = (typeof clientActions)[number];

/**
 * A change that a client made, stored in the transaction of the change: the audit log has attempts, this has what succeeded.
 * It has the kind of entry and nothing of its content.
 */
export interface ClientChange {
  _id: Types.ObjectId;
  client_id: string;
  /** The number of the client's change. */
  change: number;
  action: ClientAction;
  /** The form of the entry, such as `phone-number`. */
  form: string;
  at: Date;
}

/** A stored change, in which the action is called `deed`. */
type StoredChange = Omit<ClientChange, 'action'> & { deed: ClientAction };

export const clientChangesCollection = defineCollection<StoredChange>({
  name: 'client_changes',
  fields: {
    client_id: { type: String, required: true },
    change: { type: Number, required: true },
    deed: { type: String, enum: clientActions, required: true },
    form: { type: String, required: true },
    at: { type: Date, required: true },
  },
  indexes: [[{ client_id: 1, change: 1 }, { unique: true }], [{ client_id: 1, at: -1, _id: -1 }]],
  retention: { label: 'entries about what clients changed', client: 'client_id' },
});

/** Adds a change, in the transaction that makes it. */
export async function recordClientChange(
  { action, ...change }: Omit<ClientChange, '_id' | 'at'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  await clientChangesCollection
    .model(portal)
    .create([{ ...change, deed: action, at: new Date() }], { session });
}

/** @param page how many, and after which. @returns what a client changed, newest first. */
export async function listClientChanges(
  { id, cursor, limit }: { id: string; cursor: string | null; limit: number },
  { portal }: Pick<Deps, 'portal'>,
): Promise<ClientChange[]> {
  const rows = await clientChangesCollection
    .model(portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<StoredChange[]>();
  return rows.map(({ deed, ...row }) => ({ ...row, action: deed }));
}
