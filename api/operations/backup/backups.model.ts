import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Manifest } from './manifest.ts';

/** How the newest backup and the last rehearsal went: for `/admin/system`, `/metrics` and `npm run doctor`. */
export interface BackupRecord {
  /** `unsent`: one that was made, and did not arrive off-site yet. */
  _id: 'backup' | 'unsent' | 'rehearsal';
  at: Date;
  /** The name of the backup. */
  name: string;
  /** Of both parts; of a backup. */
  bytes?: number;
  /** In sentences, of a rehearsal: none when it went well. */
  faults?: string[];
}

export const backupsCollection = defineCollection<BackupRecord>({
  name: 'backups',
  fields: {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    name: { type: String, required: true },
    bytes: Number,
    faults: { type: [String], default: undefined },
  },
});

/** Records a backup that was made; `recordBackup` follows once it is off-site. */
export async function recordUnsent({ name }: Manifest, portal: Connection): Promise<void> {
  await rowsOf(portal).updateOne({ _id: 'unsent' }, { $set: { at: new Date(), name } }, { upsert: true });
}

export async function recordBackup({ name, parts }: Manifest, portal: Connection): Promise<void> {
  const $set = { at: new Date(), name, bytes: parts.data.bytes + parts.keys.bytes };
  await rowsOf(portal).updateOne({ _id: 'backup' }, { $set }, { upsert: true });
  await rowsOf(portal).deleteOne({ _id: 'unsent' });
}

/** @param faults what differed or could not be opened, in sentences. */
export async function recordRehearsal(name: string, faults: string[], portal: Connection): Promise<void> {
  const $set = { at: new Date(), name, faults: faults.slice(0, 20) };
  await rowsOf(portal).updateOne({ _id: 'rehearsal' }, { $set }, { upsert: true });
}

/** @returns how the newest backup and the last rehearsal went; null for what there has not been yet. */
export async function readBackupRecords(
  portal: Connection,
): Promise<Record<BackupRecord['_id'], BackupRecord | null>> {
  const found = await rowsOf(portal).find().toArray();
  const recordOf = (id: BackupRecord['_id']) => found.find(({ _id }) => _id === id) ?? null;
  return { backup: recordOf('backup'), unsent: recordOf('unsent'), rehearsal: recordOf('rehearsal') };
}

const rowsOf = (portal: Connection) => backupsCollection.rows<BackupRecord>(portal);
