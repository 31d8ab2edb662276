import type { Types } from 'mongoose';
import type { NewEvent } from '#api/accounts/clients/events.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type ClaimDateKind, type ClaimStepName, claimStepNames } from './claim-steps.ts';

/** An update of a client's claim by staff. Rows are only added: the newest is the current status, the others are its history. */
export interface ClaimUpdate {
  _id: Types.ObjectId;
  client_id: string;
  /** Starts at 1 per client, without gaps. */
  version: number;
  step: ClaimStepName;
  /** Day on which the step began, `YYYY-MM-DD`, Eastern. */
  since: string;
  /** What we need from the client, encrypted; null for nothing. */
  needed: string | null;
  /** Encrypted; null for none. */
  note: string | null;
  /** The next date, encrypted JSON of a `ClaimDate`; null for none. */
  next: string | null;
  /** Idempotency key. */
  key: string;
  /** The id of a staff account. */
  staff: string;
  at: Date;
}

export interface ClaimDate {
  kind: ClaimDateKind;
  /** `YYYY-MM-DD`, Eastern. */
  day: string;
  /** `HH:MM`, 24-hour clock, Eastern; null for the whole day. */
  time: string | null;
}

export const claimUpdatesCollection = defineCollection<ClaimUpdate>({
  name: 'claim_updates',
  fields: {
    client_id: { type: String, required: true },
    version: { type: Number, required: true },
    step: { type: String, enum: claimStepNames, required: true },
    since: { type: String, required: true },
    needed: { type: String, default: null },
    note: { type: String, default: null },
    next: { type: String, default: null },
    key: { type: String, required: true },
    staff: { type: String, required: true },
    at: { type: Date, required: true },
  },
  indexes: [[{ client_id: 1, version: -1 }, { unique: true }], [{ client_id: 1, at: -1, _id: -1 }]],
  encrypted: ['needed', 'note', 'next'],
  owner: 'client_id',
  retention: { label: 'entries about the status of claims', client: 'client_id' },
});

/** @returns the event of an update. */
export function claimEvent({ _id, client_id, step: subject, staff: by, at }: ClaimUpdate): NewEvent {
  return { _id, client_id, name: 'claim-set', by, at, subject, record: _id };
}
