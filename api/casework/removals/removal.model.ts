import type { QueueName } from '@claimdesk/forms/intakes';
import { Schema, type Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

/** Records that can be deleted individually: what people send, and matters that nothing was signed in. */
export type RemovedKind = QueueName | 'contracts' | 'matters';

/** A deletion by staff of such a record, and the reason. Of the record itself, only its id and reference are kept. */
export interface Removal {
  _id: Types.ObjectId;
  kind: RemovedKind;
  /** A matter's is its number. */
  record: Types.ObjectId | string;
  reference: string;
  /** As staff typed it, encrypted: it may name people. */
  reason: string;
  /** The id of a staff account. */
  staff: string;
  /** The record's files, by their names in the document store, until they are deleted too. */
  files?: string[];
  at: Date;
}

/** Six years, as for staff actions on a client's login: as long as a removal may have to be explained. */
const keepSeconds = 6 * 365 * 24 * 60 * 60;

export const removalsCollection = defineCollection<Removal>({
  name: 'removals',
  fields: {
    kind: { type: String, required: true },
    record: { type: Schema.Types.Mixed, required: true },
    reference: { type: String, required: true },
    reason: { type: String, required: true },
    staff: { type: String, required: true },
    files: { type: [String], default: undefined },
    at: { type: Date, required: true },
  },
  indexes: [
    [{ at: 1 }, { expireAfterSeconds: keepSeconds }],
    [{ at: -1, _id: -1 }],
    [{ files: 1 }, { partialFilterExpression: { files: { $exists: true } } }],
  ],
  encrypted: ['reason'],
});
