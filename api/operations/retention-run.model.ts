import type { Types } from 'mongoose';
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
