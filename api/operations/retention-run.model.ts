import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** One run of all retention rules: counts and nothing else. */
export interface RetentionRun {
  _id: Types.ObjectId;
  started_at: Date;
  ended_at: Date;
  /** By names of `retentionRules`; a failed rule has no entry. */
  deleted: { rule: string; count: number }[];
  failed: string[];
}

/** Six years, as evidence that data was deleted when it had to be. */
const keepSeconds = 6 * 365 * 24 * 60 * 60;

const runSchema = new Schema<RetentionRun>(
  {
    started_at: { type: Date, required: true },
    ended_at: { type: Date, required: true },
    deleted: [
      { _id: false, rule: { type: String, required: true }, count: { type: Number, required: true } },
    ],
    failed: [String],
  },
  { collection: 'retention_runs', strict: 'throw', versionKey: false },
).index({ started_at: 1 }, { expireAfterSeconds: keepSeconds });

export function retentionRunModel(portal: Connection): Model<RetentionRun> {
  return portal.models.RetentionRun ?? portal.model<RetentionRun>('RetentionRun', runSchema);
}

export async function prepareRetention(portal: Connection): Promise<void> {
  const runs = retentionRunModel(portal);
  await runs.createCollection();
  await runs.createIndexes();
}
