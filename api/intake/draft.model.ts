import { type Connection, type Model, Schema } from 'mongoose';
import { type Lookup, lookupShape } from '../keys/lookups.ts';

/** Answers on their way: kept so that a reload, a crash or a lost connection costs nobody a word. */
export interface Draft {
  /** SHA-256 of the secret in the visitor's cookie. */
  _id: string;
  form: string;
  /** The version of the form's definition that the answers were written under. */
  version?: string;
  /** The answers so far, sealed as one JSON text. */
  answers: string;
  /** Set when the draft was sent: what the confirmation page says. The answers are empty from then on. */
  reference?: string;
  /** While it is sent: until when nobody else sends it. */
  sending_until?: Date;
  /** SHA-256 of the secret in a resume link that was mailed. */
  resume?: string;
  /** Keyed hashes of a resume code together with the date of birth that was given with it. */
  code?: Lookup[];
  updated_at: Date;
  expires_at: Date;
}

const schema = new Schema<Draft>(
  {
    _id: { type: String, required: true },
    form: { type: String, required: true },
    version: String,
    answers: { type: String, required: true, maxlength: 200_000 },
    reference: String,
    sending_until: Date,
    resume: String,
    code: { type: lookupShape, default: undefined },
    updated_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'drafts', strict: 'throw', versionKey: false },
)
  .index({ 'code.h': 1 }, { sparse: true })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ resume: 1 }, { unique: true, partialFilterExpression: { resume: { $exists: true } } });

export function draftModel(portal: Connection): Model<Draft> {
  return portal.models.Draft ?? portal.model<Draft>('Draft', schema);
}

export async function prepareDrafts(portal: Connection): Promise<void> {
  const model = draftModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
