import type { ReviewQueue } from '@claimdesk/forms/define-intake';
import { Schema, type Types } from 'mongoose';
import { type AttemptResult, attemptResults } from '#api/casework/attempts/attempt.model.ts';
import { type Referral, referralShape } from '#api/casework/referral.ts';
import { type Collection, defineCollection, type Retention } from '#api/platform/database/collection.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import { searchTokensSchema } from '#api/platform/keys/search-tokens.ts';
import type { StoredForm } from './stored-form.ts';
import { type SubmissionStatus, statuses } from './submission-status.ts';

/** A sent form, as stored before and after its review. */
export interface Submission extends StoredForm {
  /** The attorney that the sender asked about in the directory. */
  referral?: Referral;
  /** The last day to appeal what was denied, as midnight UTC of that day: see `appeal-by.ts`. */
  appeal_by?: Date;
  /** By when its sender was promised a call: see `call-by.ts`. */
  call_by?: Date;
  /** When its sender was first called, which keeps that promise. This and what follows are written by `recordAttempt`. */
  attempted_at?: Date;
  call_again_at?: Date;
  attempts?: number;
  last_result?: AttemptResult;
  /** The id of the staff account that works on it. */
  owner?: string;
  status: SubmissionStatus;
  reviewed_by?: string;
  reviewed_at?: Date;
  /** How it was rejected, while it is. */
  rejection?: Rejection;
  /** The last invitation to sign a contract. */
  invitation?: Invitation;
  /** The contract that came of an invitation. */
  signed?: { reference: string; at: Date };
  created_at: Date;
}

export interface Invitation {
  at: Date;
  /** The id of the draft that its link opens. */
  draft: string;
}

export interface Rejection {
  /** Encrypted, since it repeats what was answered; left out where the form asks for none. */
  reason?: string;
  /** The id of the letter to the sender in the outbox; left out where none goes out. */
  letter?: Types.ObjectId;
  /** Until then it can be taken back, and the letter waits. */
  until: Date;
  /** What it was before. */
  before: Pick<Submission, 'status' | 'reviewed_by' | 'reviewed_at'>;
}

const rejectionSchema = new Schema<Rejection>(
  {
    reason: String,
    letter: Schema.Types.ObjectId,
    until: { type: Date, required: true },
    before: {
      type: new Schema<Rejection['before']>(
        { status: { type: String, enum: statuses, required: true }, reviewed_by: String, reviewed_at: Date },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
  },
  { _id: false, strict: 'throw' },
);

/** Most queues delete only rejected submissions: the others are part of a claim. */
function decidedRetention({ name, many, keepDecidedDays }: ReviewQueue): Retention {
  const since = 'after the decision';
  if (keepDecidedDays === undefined)
    return {
      name: `rejected_${name}`,
      label: `rejected ${many}`,
      since,
      days: ({ RETAIN_REJECTED_DAYS }) => RETAIN_REJECTED_DAYS,
      expired: (before) => ({ status: 'rejected', reviewed_at: { $lt: before } }),
    };
  return {
    name: `decided_${name}`,
    label: `${many} that staff have closed`,
    since,
    days: () => keepDecidedDays,
    expired: (before) => ({ reviewed_at: { $lt: before }, status: { $ne: 'pending' } }),
  };
}

export function submissionCollection(queue: ReviewQueue): Collection<Submission> {
  const { collection: name, letterField } = queue;
  return defineCollection<Submission>({
    name,
    fields: {
      reference: { type: String, required: true },
      form: { type: String, required: true },
      version: { type: String, required: true },
      answers: { type: String, required: true },
      referral: referralShape,
      appeal_by: Date,
      call_by: Date,
      attempted_at: Date,
      call_again_at: Date,
      attempts: Number,
      last_result: { type: String, enum: attemptResults },
      owner: String,
      status: { type: String, enum: statuses, required: true },
      submission_key: { type: String, required: true },
      search_tokens: { type: searchTokensSchema, required: true },
      linked_at: Date,
      reviewed_by: String,
      reviewed_at: Date,
      rejection: rejectionSchema,
      invitation: new Schema<Invitation>(
        {
          at: { type: Date, required: true },
          draft: { type: String, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
      signed: new Schema<NonNullable<Submission['signed']>>(
        { reference: { type: String, required: true }, at: { type: Date, required: true } },
        { _id: false, strict: 'throw' },
      ),
      created_at: { type: Date, required: true },
      ...sampleMark,
    },
    indexes: [
      [{ created_at: -1, _id: -1 }],
      [{ status: 1, created_at: -1, _id: -1 }],
      [{ 'search_tokens.t': 1, status: 1, created_at: -1, _id: -1 }],
      [{ status: 1, reviewed_at: 1 }],
      [{ reference: 1 }],
      [{ submission_key: 1 }],
      sampleIndex,
      [{ owner: 1, created_at: -1, _id: -1 }, { partialFilterExpression: { owner: { $exists: true } } }],
      // Who is called next: see `findNextToCall`.
      [{ status: 1, attempts: 1, call_by: 1, _id: 1 }],
      [
        { status: 1, call_again_at: 1, _id: 1 },
        { partialFilterExpression: { call_again_at: { $exists: true } } },
      ],
      // Few submissions have a letter date; the others need no entry.
      ...(letterField
        ? [
            [
              { status: 1, appeal_by: 1, _id: 1 },
              { partialFilterExpression: { appeal_by: { $exists: true } } },
            ] as const,
          ]
        : []),
    ],
    encrypted: ['answers', 'rejection.reason'],
    retention: decidedRetention(queue),
  });
}
