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

/** When the next run is due, which is also the lease of a running one: a single row. */
interface Schedule {
  _id: 'retention';
  due_at: Date;
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

const scheduleSchema = new Schema<Schedule>(
  { _id: { type: String, required: true }, due_at: { type: Date, required: true } },
  { collection: 'schedules', strict: 'throw', versionKey: false },
);

export function retentionRunModel(portal: Connection): Model<RetentionRun> {
  return portal.models.RetentionRun ?? portal.model<RetentionRun>('RetentionRun', runSchema);
}

export function scheduleModel(portal: Connection): Model<Schedule> {
  return portal.models.Schedule ?? portal.model<Schedule>('Schedule', scheduleSchema);
}

export async function prepareRetention(portal: Connection): Promise<void> {
  const runs = retentionRunModel(portal);
  await runs.createCollection();
  await runs.createIndexes();
  const schedules = scheduleModel(portal);
  await schedules.createCollection();
  // The first run is due immediately. Two processes may start together: the row is inserted once.
  await schedules.updateOne(
    { _id: 'retention' },
    { $setOnInsert: { due_at: new Date(0) } },
    { upsert: true },
  );
}
