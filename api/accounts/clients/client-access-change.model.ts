import type { Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
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

export const accessChangesCollection = defineCollection<ClientAccessChange>({
  name: 'client_access_changes',
  fields: {
    change: { type: String, enum: accessChanges, required: true },
    ssn: { type: String, required: true },
    client_id: { type: String, default: null },
    reason: { type: String, required: true },
    staff: { type: String, required: true },
    at: { type: Date, required: true },
    ...sampleMark,
  },
  indexes: [
    [{ at: 1 }, { expireAfterSeconds: keepSeconds }],
    [{ ssn: 1, at: -1, _id: -1 }],
    [{ client_id: 1, change: 1, at: -1 }],
    [{ client_id: 1, at: -1, _id: -1 }],
    sampleIndex,
  ],
  encrypted: ['reason'],
});
