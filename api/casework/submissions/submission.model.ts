import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { type Referral, referralShape } from '#api/casework/referral.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import { type SearchTokens, searchTokensSchema } from '#api/platform/keys/search-tokens.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { type SubmissionStatus, statuses } from './submission-status.ts';

/** The stored fields of every sent form. */
export interface StoredForm {
  _id: Types.ObjectId;
  /** What the sender quotes when calling: see `reference.ts`. */
  reference: string;
  form: string;
  version: string;
  /** By field name; encrypted individually, except those that the form calls open. */
  answers: Record<string, unknown>;
  /** Derived from the draft, or from an API client's key, so that the same one never creates a second submission. */
  submission_key: string;
  /** Staff search by these. */
  search_tokens: SearchTokens[];
  /** Made up for a trial. */
  sample?: boolean;
  /** When staff last decided which client it belongs to: see `client-links.ts`. */
  linked_at?: Date;
}

/** A sent form, as stored before and after its review. */
export interface Submission extends StoredForm {
  /** The attorney that the sender asked about in the directory. */
  referral?: Referral;
  /** The last day to appeal what was denied, as midnight UTC of that day: see `appeal-by.ts`. */
  appeal_by?: Date;
  /** By when its sender was promised a call: see `call-by.ts`. */
  call_by?: Date;
  status: SubmissionStatus;
  reviewed_by?: string;
  reviewed_at?: Date;
  created_at: Date;
}

function makeSchema({ collection, letterField }: SubmissionKind) {
  const schema = new Schema<Submission>(
    {
      reference: { type: String, required: true },
      form: { type: String, required: true },
      version: { type: String, required: true },
      answers: { type: Schema.Types.Mixed, required: true },
      referral: referralShape,
      appeal_by: Date,
      call_by: Date,
      status: { type: String, enum: statuses, required: true },
      submission_key: { type: String, required: true },
      search_tokens: { type: searchTokensSchema, required: true },
      linked_at: Date,
      reviewed_by: String,
      reviewed_at: Date,
      created_at: { type: Date, required: true },
      ...sampleMark,
    },
    { collection, strict: 'throw', versionKey: false },
  )
    .index({ created_at: -1, _id: -1 })
    .index({ status: 1, created_at: -1, _id: -1 })
    .index({ 'search_tokens.t': 1, status: 1, created_at: -1, _id: -1 })
    .index({ status: 1, reviewed_at: 1 })
    .index({ reference: 1 }, { unique: true })
    .index({ submission_key: 1 }, { unique: true })
    .index(...sampleIndex);
  // Few submissions have a letter date; the others need no entry.
  const withLetter = { partialFilterExpression: { appeal_by: { $exists: true } } };
  return letterField ? schema.index({ status: 1, appeal_by: 1, _id: 1 }, withLetter) : schema;
}

export function submissionModel(kind: SubmissionKind, portal: Connection): Model<Submission> {
  const { collection } = kind;
  return portal.models[collection] ?? portal.model<Submission>(collection, makeSchema(kind));
}

export async function prepareSubmissions(kind: SubmissionKind, portal: Connection): Promise<void> {
  const model = submissionModel(kind, portal);
  await model.createCollection();
  await model.createIndexes();
}
