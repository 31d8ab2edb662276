import type { QueueName } from '@claimdesk/forms/intakes';
import { type Connection, type mongo, Schema, type Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

/** What can come of calling somebody. */
export const attemptResults = ['reached', 'voicemail', 'no answer', 'wrong number', 'asked to stop'] as const;
export type AttemptResult = (typeof attemptResults)[number];

/** After these the number is not called again. */
export const lastResults: readonly AttemptResult[] = ['wrong number', 'asked to stop'];

/** A call to somebody who sent a form, or about a matter. What follows from it is kept there: see `recordAttempt` and `recordCall`. */
export interface Attempt {
  /** The key under which it was recorded, so that a repeated request records it once. */
  _id: string;
  /** What the call was about: the queue of a submission, or matters. */
  kind: QueueName | 'matters';
  /** The id of the submission, or the number of the matter. */
  record: Types.ObjectId | string;
  /** The id of a staff account. */
  by: string;
  at: Date;
  result: AttemptResult;
  call_again_at?: Date;
  /** The number that was called, encrypted; left out where it could not be read. */
  number?: string;
}

export const attemptsCollection = defineCollection<Attempt>({
  name: 'attempts',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    record: { type: Schema.Types.Mixed, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
    result: { type: String, enum: attemptResults, required: true },
    call_again_at: Date,
    number: String,
  },
  indexes: [[{ record: 1, at: 1 }], [{ kind: 1, record: 1 }]],
  encrypted: ['number'],
  owner: 'record',
});

/** Deletes the calls about a record that is deleted, in the same transaction. */
export async function forgetAttemptsAt(
  record: Attempt['record'],
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await attemptsCollection.remove(portal, { record }, session);
}
