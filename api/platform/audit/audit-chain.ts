import { createHash, createHmac, type KeyObject } from 'node:crypto';
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
  /** Its place in the log, from 1, without gaps but those that entries which are not of this log took. */
  _id: number;
  at: Date;
  /** The `hash` of the entry before it; 64 zeros for the first. */
  previous: string;
  /** HMAC-SHA-256 of everything above under the audit key, in hexadecimal; in entries of 1.0 SHA-256. */
  hash: string;
}

/** Where the log ends. */
export type AuditHead = Pick<AuditEntry, '_id' | 'hash'>;

export const emptyLog: AuditHead = { _id: 0, hash: '0'.repeat(64) };

/** The collection's name in the audit database; it is also in the database role of `scripts/prepare-replica-set.ts`. */
export const auditCollection = 'entries';

/** The action of the entry that closes a log of 1.0, whose entries anybody could have linked anew. */
export const closedLog = 'audit.close';
/** The action of the entry by which the log goes on after a restore of an older one. */
export const acceptedRestore = 'audit.acceptRestore';

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
  { at, key }: { at: Date; key: KeyObject },
): AuditEntry {
  const named = {
    ...(fields.length > 0 && { fields }),
    ...(Object.keys(details).length > 0 && { details }),
  };
  const entry = { _id: head._id + 1, at, actor, action, subject, ...named, previous: head.hash };
  return { ...entry, hash: createHmac('sha256', key).update(contentOf(entry)).digest('hex') };
}

function contentOf({
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
  return JSON.stringify([
    _id,
    at.toISOString(),
    actor,
    action,
    subject,
    previous,
    ...(fields || details ? [fields ?? null] : []),
    ...(details ? [details] : []),
  ]);
}

/** @returns whether a stored document is an entry just as it was written under this key. */
export function isGenuine(stored: AuditEntry, key: KeyObject): boolean {
  return isWhole(stored) && createHmac('sha256', key).update(contentOf(stored)).digest('hex') === stored.hash;
}

/** As `isGenuine`, for entries of 1.0: whoever changed one could have made its hash anew. */
export function isGenuineOfOld(stored: AuditEntry): boolean {
  return isWhole(stored) && createHash('sha256').update(contentOf(stored)).digest('hex') === stored.hash;
}

/** @returns the names of the fields whose values differ, for an entry: names, never values. */
export function changedFields(before: object, after: object): string[] {
  const [was, is] = [before, after].map((each) => new Map(Object.entries(each)));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .filter((name) => JSON.stringify(was?.get(name)) !== JSON.stringify(is?.get(name)))
    .sort();
}

/** What a check of the audit log found besides faults. */
export interface AuditVerdict {
  /** How many entries were read. */
  count: number;
  head: AuditHead;
  /** What is no fault and has to be known, in sentences. */
  notes: string[];
}

/** What is found in a log of 1.0 before its end is closed. */
export const isUnclosed = 'No entry is under the key of this log.';

/**
 * Reads a log to its end, in memory that neither entries nor faults make grow, and finds every entry that was changed, removed,
 * added or moved. After a fault it continues from the entry as it is, so that one fault hides no other.
 *
 * @param stored the entries by their `_id`. @param known where the log is known to have ended earlier; entries missing from its
 * end are found only with it. @param report is told of each fault, in a sentence.
 */
export async function checkEntries(
  stored: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  { key, known = emptyLog }: { key: KeyObject; known?: AuditHead | undefined },
  report: (fault: string) => void,
): Promise<AuditVerdict> {
  const notes: string[] = [];
  let count = 0;
  /** The last entry as it is, and the last that is genuine. */
  let last = emptyLog;
  let head = emptyLog;
  let knownHash: string | undefined = known._id === 0 ? known.hash : undefined;
  let isClosed = false;
  for await (const entry of stored) {
    count += 1;
    const { _id, hash, previous, action } = entry;
    if (!Number.isSafeInteger(_id) || _id <= last._id) {
      // It has no place in the log, so what follows it is compared with the entry before it.
      report(`Entry ${nameOf(_id)} does not belong after entry ${last._id}.`);
      continue;
    }
    const isOurs = isGenuine(entry, key);
    if (!isOurs && (isClosed || !isGenuineOfOld(entry))) {
      report(`Entry ${_id} was changed, or is not of this log.`);
      if (_id === last._id + 1) last = { _id, hash };
      continue;
    }
    // Who may add to the database may take a place, but only the key continues the log, after it.
    if (!isOurs || previous !== head.hash) {
      if (_id > last._id + 1) report(`Entries ${last._id + 1} to ${_id - 1} are missing.`);
      else if (previous !== last.hash)
        report(`Entry ${_id} does not follow the entry before it: one of them was replaced.`);
    }
    if (isOurs && !isClosed && head._id > 0 && !closes(entry, head))
      report(`Entry ${_id} does not close the log of 1.0 before it.`);
    isClosed ||= isOurs;
    if (action === acceptedRestore) notes.push(noteOf(entry));
    if (_id === known._id) knownHash = hash;
    head = { _id, hash };
    last = head;
  }
  if (head._id < known._id) report(`Entries ${head._id + 1} to ${known._id} are missing at the end.`);
  else if (knownHash !== undefined && knownHash !== known.hash)
    report(`Entry ${known._id} is not the one that was there before.`);
  if (head._id > 0 && !isClosed) report(isUnclosed);
  return { count, head, notes };
}

/** Whoever may add to the database may choose any id. */
function nameOf(_id: unknown): string {
  return typeof _id === 'number' ? String(_id) : JSON.stringify(String(_id).slice(0, 40));
}

function closes({ action, details }: AuditEntry, { _id }: AuditHead): boolean {
  return action === closedLog && details?.entries === _id;
}

function noteOf({ _id, at, details = {} }: AuditEntry): string {
  const { from, to } = details;
  return `Entry ${_id}: on ${at.toISOString()} a restore was accepted, of a log that ended at ${to} where ${from} had been the end.`;
}

/** What the hash does not say: that nothing was added to an entry, and that no value has become another with the same text. */
function isWhole(stored: AuditEntry): boolean {
  return storedShape.safeParse(stored).success;
}

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
