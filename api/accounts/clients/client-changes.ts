import { type Connection, type Model, type mongo, Schema, type Types, trusted } from 'mongoose';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { listEndedClients } from './client.model.ts';

/** What a client can do with what the portal keeps. */
const clientDeeds = [
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
export type ClientDeed = (typeof clientDeeds)[number];

/**
 * A change that a client made, stored in its transaction: the audit log has what was tried, and this what went through. It
 * says what kind of entry it was and nothing of its content.
 */
export interface ClientChange {
  _id: Types.ObjectId;
  client_id: string;
  /** The number of the client's change. */
  change: number;
  deed: ClientDeed;
  /** The form of the entry, such as `phone-number`. */
  form: string;
  at: Date;
}

export const clientChangesCollection = 'client_changes';

const schema = new Schema<ClientChange>(
  {
    client_id: { type: String, required: true },
    change: { type: Number, required: true },
    deed: { type: String, enum: clientDeeds, required: true },
    form: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: clientChangesCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, change: 1 }, { unique: true })
  .index({ client_id: 1, at: -1, _id: -1 });

function clientChangeModel(portal: Connection): Model<ClientChange> {
  return portal.models.ClientChange ?? portal.model<ClientChange>('ClientChange', schema);
}

export async function prepareClientChanges(portal: Connection): Promise<void> {
  const model = clientChangeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** Adds a change, in the transaction that makes it. */
export async function recordClientChange(
  made: Omit<ClientChange, '_id' | 'at'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  await clientChangeModel(portal).create([{ ...made, at: new Date() }], { session });
}

/** @param page how many, and after which. @returns what a client changed, newest first. */
export function listClientChanges(
  { id, cursor, limit }: { id: string; cursor: string | null; limit: number },
  { portal }: Pick<Deps, 'portal'>,
): Promise<ClientChange[]> {
  return clientChangeModel(portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientChange[]>();
}

/** Deletes the changes of clients whose account has ended. @returns how many. */
export async function purgeClientChanges({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(clientChangesCollection, portal);
  const { deletedCount } = await clientChangeModel(portal).deleteMany({ client_id: trusted({ $in: ended }) });
  return deletedCount;
}
