import type { Connection, Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

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

export const retentionRunsCollection = defineCollection<RetentionRun>({
  name: 'retention_runs',
  fields: {
    started_at: { type: Date, required: true },
    ended_at: { type: Date, required: true },
    deleted: [
      { _id: false, rule: { type: String, required: true }, count: { type: Number, required: true } },
    ],
    failed: [String],
  },
  indexes: [[{ started_at: 1 }, { expireAfterSeconds: keepSeconds }]],
});

export const schedulesCollection = defineCollection<Schedule>({
  name: 'schedules',
  fields: { _id: { type: String, required: true }, due_at: { type: Date, required: true } },
});

/** Makes the first run due at once. Two processes may start together: the row is inserted once. */
export async function prepareRetention(portal: Connection): Promise<void> {
  await schedulesCollection
    .model(portal)
    .updateOne({ _id: 'retention' }, { $setOnInsert: { due_at: new Date(0) } }, { upsert: true });
}
