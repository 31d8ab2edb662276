import { type Connection, type Model, type mongo, Schema, type Types, trusted } from 'mongoose';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { listEndedClients } from './client.model.ts';

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

export const clientChangesCollection = 'client_changes';

const schema = new Schema<StoredChange>(
  {
    client_id: { type: String, required: true },
    change: { type: Number, required: true },
    deed: { type: String, enum: clientActions, required: true },
    form: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: clientChangesCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, change: 1 }, { unique: true })
  .index({ client_id: 1, at: -1, _id: -1 });

function clientChangeModel(portal: Connection): Model<StoredChange> {
  return portal.models.ClientChange ?? portal.model<StoredChange>('ClientChange', schema);
}

export async function prepareClientChanges(portal: Connection): Promise<void> {
  const model = clientChangeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** Adds a change, in the transaction that makes it. */
export async function recordClientChange(
  { action, ...change }: Omit<ClientChange, '_id' | 'at'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  await clientChangeModel(portal).create([{ ...change, deed: action, at: new Date() }], { session });
}

/** @param page how many, and after which. @returns what a client changed, newest first. */
export async function listClientChanges(
  { id, cursor, limit }: { id: string; cursor: string | null; limit: number },
  { portal }: Pick<Deps, 'portal'>,
): Promise<ClientChange[]> {
  const rows = await clientChangeModel(portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<StoredChange[]>();
  return rows.map(({ deed, ...row }) => ({ ...row, action: deed }));
}

/** Deletes the changes of clients whose account has ended. @returns how many. */
export async function purgeClientChanges({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(clientChangesCollection, portal);
  const { deletedCount } = await clientChangeModel(portal).deleteMany({ client_id: trusted({ $in: ended }) });
  return deletedCount;
}
