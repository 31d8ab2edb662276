import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { z } from 'zod';

/** An audit event. It identifies people only by id, and fields only by name. */
export interface AuditEvent {
  /** Who did it: `staff:<id>`, `client:<id>` or `editor:<id>`. */
  actor: string;
  /** The procedure, such as `evaluations.detail`; in the CMS such as `cms-articles.publish`. */
  action: string;
  /** The id of the record that it was about, which is their own for clients; null for lists and for what has none. */
  subject: string | null;
  /** The names of the fields that changed, where it is known; left out where none are. */
  fields?: string[];
  /**
   * What else tells such entries apart, such as which decision or how somebody signed in: words of ours, ids and numbers, never
   * what people typed. Left out where there is nothing to say.
   */
  details?: AuditDetails;
}

export type AuditDetails = Readonly<Record<string, string | number>>;

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
  { key: { actor: 1, action: 1, _id: -1 } },
  { key: { subject: 1, action: 1, _id: -1 } },
  { key: { at: 1, _id: 1 } },
] as const;

/** @returns the entry that follows `head`. */
export function nextEntry(
  head: AuditHead,
  { actor, action, subject, fields = [], details = {} }: AuditEvent,
  at: Date,
): AuditEntry {
  const named = {
    ...(fields.length > 0 && { fields }),
    ...(Object.keys(details).length > 0 && { details }),
  };
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
  details,
  previous,
}: Omit<AuditEntry, 'hash'>): string {
  // What an entry has neither of is not part of its hash.
  const content = JSON.stringify([
    _id,
    at.toISOString(),
    actor,
    action,
    subject,
    previous,
    ...(fields || details ? [fields ?? null] : []),
    ...(details ? [details] : []),
  ]);
  return createHash('sha256').update(content).digest('hex');
}

/** @returns the names of the fields whose values differ, for an entry: names, never values. */
export function changedFields(before: object, after: object): string[] {
  const [was, is] = [before, after].map((each) => new Map(Object.entries(each)));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .filter((name) => JSON.stringify(was?.get(name)) !== JSON.stringify(is?.get(name)))
    .sort();
}

/** What a check of the audit log found. */
export interface AuditVerdict {
  /** How many entries were read. */
  count: number;
  head: AuditHead;
  /** In sentences, in the order of the log. */
  faults: string[];
}

/**
 * Reads the whole log and finds every entry that was changed, removed, added or moved.
 *
 * @param known where the log is known to have ended earlier; entries missing from its end are found only with it.
 */
export async function verifyAudit(
  entries: mongo.Collection<AuditEntry>,
  known: AuditHead = emptyLog,
): Promise<AuditVerdict> {
  const faults: string[] = [];
  const stored = entries.find({}, { sort: { _id: 1 }, batchSize: 1_000 });
  return { ...(await checkEntries(stored, known, (fault) => faults.push(fault))), faults };
}

/**
 * As `verifyAudit`, to the end, in memory that neither entries nor faults make grow. After a fault it continues from the entry
 * as it is, so that one fault hides no other.
 *
 * @param stored the entries by their `_id`. @param report is told of each fault, in a sentence.
 */
export async function checkEntries(
  stored: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  known: AuditHead,
  report: (fault: string) => void,
): Promise<Omit<AuditVerdict, 'faults'>> {
  let head = emptyLog;
  let count = 0;
  let knownHash: string | undefined = known._id === 0 ? known.hash : undefined;
  for await (const entry of stored) {
    count += 1;
    const { _id, hash } = entry;
    if (!Number.isSafeInteger(_id) || _id <= head._id) {
      // It has no place in the log, so what follows it is compared with the entry before it.
      report(`Entry ${_id} does not belong after entry ${head._id}.`);
      continue;
    }
    if (_id > head._id + 1) report(`Entries ${head._id + 1} to ${_id - 1} are missing.`);
    else if (entry.previous !== head.hash)
      report(`Entry ${_id} does not follow the entry before it: one of them was replaced.`);
    if (!storedShape.safeParse(entry).success || hashOf(entry) !== hash) report(`Entry ${_id} was changed.`);
    if (_id === known._id) knownHash = hash;
    head = { _id, hash };
  }
  if (head._id < known._id) report(`Entries ${head._id + 1} to ${known._id} are missing at the end.`);
  else if (knownHash !== undefined && knownHash !== known.hash)
    report(`Entry ${known._id} is not the one that was there before.`);
  return { count, head };
}

/** What the hash does not say: that nothing was added to an entry, and that no value has become another with the same text. */
const storedShape = z.strictObject({
  _id: z.number(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  fields: z.array(z.string()).optional(),
  details: z.record(z.string(), z.string().or(z.number())).optional(),
  previous: z.string(),
  hash: z.string(),
});
