import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';

/**
 * What staff can do about a client's sign-in; `revealed`: they read the whole Social Security number; `notice-unmarked`: they
 * took back that Social Security was told of an address.
 */
const accessChanges = [
  'reopened',
  'confirmation-code-issued',
  'confirmed',
  'freed',
  'renamed',
  'code-issued',
  'sessions-ended',
  'closed',
  'revealed',
  'notice-unmarked',
] as const;
export type AccessChange = (typeof accessChanges)[number];

/** The record of what staff did about a client's sign-in, and why. */
export interface ClientAccessChange {
  _id: Types.ObjectId;
  change: AccessChange;
  /** Keyed fingerprint of the Social Security number, to find all changes for a number. */
  ssn: string;
  /** The id of the account; null where a number without one was reopened. */
  client_id: string | null;
  /** As staff typed it, encrypted: it may name people. */
  reason: string;
  /** The id of a staff account. */
  staff: string;
  at: Date;
  /** About a person who was made up for a trial. */
  sample?: boolean;
}

/** Six years: as long as a decision about a person's access may have to be explained. */
const keepSeconds = 6 * 365 * 24 * 60 * 60;

export const accessChangesCollection = 'client_access_changes';

const schema = new Schema<ClientAccessChange>(
  {
    change: { type: String, enum: accessChanges, required: true },
    ssn: { type: String, required: true },
    client_id: { type: String, default: null },
    reason: { type: String, required: true },
    staff: { type: String, required: true },
    at: { type: Date, required: true },
    ...sampleMark,
  },
  { collection: accessChangesCollection, strict: 'throw', versionKey: false },
)
  .index({ at: 1 }, { expireAfterSeconds: keepSeconds })
  .index({ ssn: 1, at: -1, _id: -1 })
  .index({ client_id: 1, change: 1, at: -1 })
  .index({ client_id: 1, at: -1, _id: -1 })
  .index(...sampleIndex);

export function accessChangeModel(portal: Connection): Model<ClientAccessChange> {
  return portal.models.ClientAccessChange ?? portal.model<ClientAccessChange>('ClientAccessChange', schema);
}

export async function prepareAccessChanges(portal: Connection): Promise<void> {
  const model = accessChangeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
