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
