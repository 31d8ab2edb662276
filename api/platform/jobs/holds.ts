import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

/** Why no process runs jobs on this database: nothing of it may be mailed, deleted or done a second time. */
export interface Hold {
  /** `restore`: a backup was restored, and nobody has released it yet. */
  _id: 'restore';
  since: Date;
  /** The name of the backup. */
  backup: string;
  /** When all of it was there; until then it can't be released. */
  restored_at?: Date;
}

/** In no backup, so that restoring one neither holds nor releases anything by itself. */
export const holdsCollection = defineCollection<Hold>({
  name: 'holds',
  fields: {
    _id: { type: String, required: true },
    since: { type: Date, required: true },
    backup: { type: String, required: true },
    restored_at: Date,
  },
});

/** @returns why jobs are held; null while they run. */
export function readHold(portal: Connection): Promise<Hold | null> {
  return holdsCollection.rows<Hold>(portal).findOne({ _id: 'restore' });
}
