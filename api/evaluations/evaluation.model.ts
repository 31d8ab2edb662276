import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { type EvaluationStatus, statuses } from './evaluation-status.ts';

/** A case evaluation as it is stored (SPEC section 3, `case_evaluations`). */
export interface Evaluation {
  _id: Types.ObjectId;
  /** What the claimant is told, for calls: see `intake/reference.ts`. */
  reference: string;
  form: string;
  version: string;
  /** By field name; the fields that the form marks as sealed are encrypted one by one. */
  answers: Record<string, unknown>;
  status: EvaluationStatus;
  /** Fingerprint of the draft or key that it was sent under: the same one never makes a second evaluation. */
  submission_key: string;
  reviewed_by?: string;
  reviewed_at?: Date;
  created_at: Date;
}

const schema = new Schema<Evaluation>(
  {
    reference: { type: String, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    answers: { type: Schema.Types.Mixed, required: true },
    status: { type: String, enum: statuses, required: true },
    submission_key: { type: String, required: true },
    reviewed_by: String,
    reviewed_at: Date,
    created_at: { type: Date, required: true },
  },
  { collection: 'case_evaluations', strict: 'throw', versionKey: false },
)
  .index({ created_at: -1, _id: -1 })
  .index({ status: 1 })
  .index({ reference: 1 }, { unique: true })
  .index({ submission_key: 1 }, { unique: true });

export function evaluationModel(portal: Connection): Model<Evaluation> {
  return portal.models.Evaluation ?? portal.model<Evaluation>('Evaluation', schema);
}

export async function prepareEvaluations(portal: Connection): Promise<void> {
  const model = evaluationModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
