import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';

/** What is put on record. It names people only by their ids, and fields only by their names. */
export interface AuditEvent {
  /** Who did it: `staff:<id>`, `client:<id>` or `editor:<id>`. */
  actor: string;
  /** The procedure, such as `evaluations.detail`; in the CMS such as `cms-articles.publish`. */
  action: string;
  /** The id of the record that it was about; null for lists and for what has none. */
  subject: string | null;
  /** The names of the fields that changed, where it is known; left out where none are. */
  fields?: string[];
}

/** An entry of the audit log as it is stored: each carries the hash of the one before. */
export interface AuditEntry extends AuditEvent {
  /** Its place in the log, from 1, without gaps. */
  _id: number;
  at: Date;
  /** The `hash` of the entry before it; 64 zeros for the first. */
  previous: string;
  /** SHA-256 of everything above, in hexadecimal. */
  hash: string;
}

/** Where the log ends. */
export type AuditHead = Pick<AuditEntry, '_id' | 'hash'>;

export const emptyLog: AuditHead = { _id: 0, hash: '0'.repeat(64) };

/** The collection's name in the audit database; it is also in the database role of `scripts/prepare-replica-set.ts`. */
export const auditCollection = 'entries';

/** The file in DATA_DIR that remembers where the log ended, outside of the database. */
export const auditHeadFile = 'audit-head.json';

/** The indexes of the searches, each in the order of the log. */
export const auditIndexes = [
  { key: { actor: 1, _id: -1 } },
  { key: { subject: 1, _id: -1 } },
  { key: { action: 1, _id: -1 } },
  { key: { at: 1, _id: 1 } },
] as const;

/** @returns the entry that follows `head`. */
export function nextEntry(
  head: AuditHead,
  { actor, action, subject, fields = [] }: AuditEvent,
  at: Date,
): AuditEntry {
  const named = fields.length > 0 ? { fields } : {};
  const entry = { _id: head._id + 1, at, actor, action, subject, ...named, previous: head.hash };
  return { ...entry, hash: hashOf(entry) };
}

/** @returns the hash that an unchanged entry has. */
export function hashOf({
  _id,
  at,
  actor,
  action,
  subject,
  fields,
  previous,
}: Omit<AuditEntry, 'hash'>): string {
  // Entries of before there were names of fields have the hash that they had.
  const content = JSON.stringify([
    _id,
    at.toISOString(),
    actor,
    action,
    subject,
    previous,
    ...(fields ? [fields] : []),
  ]);
  return createHash('sha256').update(content).digest('hex');
}

/** What a check of the audit log found. */
export interface AuditVerdict {
  /** How many entries were read. */
  count: number;
  /** Where the log ends. */
  head: AuditHead;
  /** In sentences, in the order of the log. */
  faults: string[];
}

const maxFaults = 1_000;

/**
 * Reads the whole log and finds every entry that was changed, removed or moved. After a fault it goes on from the entry as
 * it is, so that one fault hides no other.
 *
 * @param known where the log is known to have ended earlier; entries missing from its end are found only with it.
 */
export async function verifyAudit(
  entries: mongo.Collection<AuditEntry>,
  known: AuditHead = emptyLog,
): Promise<AuditVerdict> {
  const faults: string[] = [];
  let head = emptyLog;
  let count = 0;
  let knownHash: string | undefined = known._id === 0 ? known.hash : undefined;
  for await (const entry of entries.find({}, { sort: { _id: 1 }, batchSize: 1_000 })) {
    if (faults.length >= maxFaults) break;
    faults.push(...faultsOf(entry, head));
    if (entry._id === known._id) knownHash = entry.hash;
    head = { _id: entry._id, hash: entry.hash };
    count += 1;
  }
  if (faults.length < maxFaults) {
    if (head._id < known._id) faults.push(`Entries ${head._id + 1} to ${known._id} are missing at the end.`);
    else if (knownHash !== undefined && knownHash !== known.hash)
      faults.push(`Entry ${known._id} is not the one that was there before.`);
  }
  return { count, head, faults };
}

function faultsOf(entry: AuditEntry, before: AuditHead): string[] {
  const faults: string[] = [];
  if (!Number.isSafeInteger(entry._id) || entry._id <= before._id)
    faults.push(`Entry ${entry._id} does not belong after entry ${before._id}.`);
  else if (entry._id > before._id + 1)
    faults.push(`Entries ${before._id + 1} to ${entry._id - 1} are missing.`);
  else if (entry.previous !== before.hash)
    faults.push(`Entry ${entry._id} does not follow the entry before it: one of them was replaced.`);
  if (!(entry.at instanceof Date) || hashOf(entry) !== entry.hash)
    faults.push(`Entry ${entry._id} was changed.`);
  return faults;
}
