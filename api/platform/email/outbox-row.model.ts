import type { Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type Fault, faults } from './email-fault.ts';

/** The stored name of the field with the encrypted `Email` as JSON: an address is personal data, and a link may grant access. */
export const emailField = 'letter';

/** An email to be sent because of an event: stored in the same transaction as the event. */
export interface Message {
  _id: Types.ObjectId;
  /** Such as `evaluation-confirmation`; the only part of it that logs and staff pages may show. */
  kind: string;
  /** The reference of the submission that the email concerns; both are deleted together. */
  about?: string;
  /** Absent once it is sent, and when it was withheld. */
  [emailField]?: string;
  /** `withheld`: never sent, because its recipient had reached the limit for its kind, or it had no recipient. */
  state: 'queued' | 'sent' | 'dead' | 'withheld';
  attempts: number;
  /** Whether it has been counted for its recipient: a second attempt is not a second email. */
  counted?: boolean;
  /** When the next attempt may start, and the lease during an attempt: see `takeLease`. */
  due_at: Date;
  leased_until?: Date;
  /** Why the last attempt failed. */
  fault?: Fault;
  created_at: Date;
  sent_at?: Date;
  /** When it was abandoned, by the worker or by staff, or withheld. */
  dead_at?: Date;
  /** Id of the staff account that abandoned it. */
  given_up_by?: string;
}

/** Sent and dead rows are deleted after this long, as application logs are; a dead one includes the email. */
const retentionDays = 90;
const retentionSeconds = retentionDays * 24 * 60 * 60;

export const outboxCollection = defineCollection<Message>({
  name: 'outbox',
  fields: {
    kind: { type: String, required: true, maxlength: 60 },
    about: { type: String, maxlength: 20 },
    [emailField]: { type: String, maxlength: 200_000 },
    state: { type: String, enum: ['queued', 'sent', 'dead', 'withheld'], required: true },
    attempts: { type: Number, required: true },
    counted: Boolean,
    due_at: { type: Date, required: true },
    leased_until: Date,
    fault: { type: String, enum: Object.keys(faults) },
    created_at: { type: Date, required: true },
    sent_at: Date,
    dead_at: Date,
    given_up_by: String,
  },
  indexes: [
    [{ state: 1, due_at: 1 }],
    [{ about: 1 }, { partialFilterExpression: { about: { $exists: true } } }],
    // For the list of failed emails; without the sent ones, which are nearly all.
    [
      { state: 1, created_at: 1, _id: 1 },
      { partialFilterExpression: { state: { $in: ['queued', 'dead'] } } },
    ],
    [{ sent_at: 1 }, { expireAfterSeconds: retentionSeconds }],
    [{ dead_at: 1 }, { expireAfterSeconds: retentionSeconds }],
  ],
  encrypted: [emailField],
  retention: {
    name: 'mail',
    label: 'emails sent or given up on',
    since: 'after they were sent or given up on',
    days: () => retentionDays,
    expired: (before) => ({ $or: [{ sent_at: { $lt: before } }, { dead_at: { $lt: before } }] }),
  },
});
