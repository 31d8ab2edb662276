import type { KeyObject } from 'node:crypto';
import type { mongo } from 'mongoose';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditHead,
  auditCollection,
  emptyLog,
  isGenuine,
  isGenuineOfOld,
  nextEntry,
} from './audit-chain.ts';
import { AuditFault } from './audit-heads.ts';

/** How many that are not of the log are looked through for its end. */
const maxForeign = 10_000;

export function entriesOf(client: mongo.MongoClient, database: string): mongo.Collection<AuditEntry> {
  return client.db(database).collection<AuditEntry>(auditCollection);
}

export interface Ending {
  head: AuditHead;
  /** The places after it that something has which is not of the log. */
  taken: ReadonlySet<number>;
}

/** @returns where the log ends that goes on from an entry; undefined when that entry is gone or was changed. */
export async function follow(
  from: AuditHead,
  entries: mongo.Collection<AuditEntry>,
  key: KeyObject,
): Promise<Ending | undefined> {
  let head = from;
  let isThere = from._id === 0;
  const taken = new Set<number>();
  for await (const stored of entries.find({ _id: { $gte: from._id } }, { sort: { _id: 1 } })) {
    if (!isThere) {
      isThere = isHead(stored, from, key);
      if (!isThere) return undefined;
    } else if (stored.previous === head.hash && isGenuine(stored, key))
      head = { _id: stored._id, hash: stored.hash };
    else taken.add(Number(String(stored._id)));
  }
  return isThere ? { head, taken } : undefined;
}

export function isHead(stored: AuditEntry | null, { _id, hash }: AuditHead, key: KeyObject): boolean {
  return stored !== null && stored._id === _id && stored.hash === hash && isGenuine(stored, key);
}

/** What a majority has on disk can't be gone later because the primary changed, and is seen by every later look for the end. */
const downwards = { sort: { _id: -1 }, readConcern: { level: 'majority' } } as const;

/** @throws AuditFault when there are entries, and none of them is genuine. */
export async function lastGenuine(entries: mongo.Collection<AuditEntry>, key: KeyObject): Promise<AuditHead> {
  let isEmpty = true;
  for await (const stored of entries.find({}, { ...downwards, limit: maxForeign })) {
    if (isGenuine(stored, key)) return { _id: stored._id, hash: stored.hash };
    isEmpty = false;
  }
  if (isEmpty) return emptyLog;
  throw new AuditFault('No entry of the audit log is under its key.');
}

/** @returns where a log ends that 1.0 wrote; the end of an empty one where it wrote none. */
export async function endOfOld(entries: mongo.Collection<AuditEntry>): Promise<Ending> {
  const taken = new Set<number>();
  for await (const stored of entries.find({}, downwards)) {
    const { _id, hash } = stored;
    if (Number.isSafeInteger(_id) && isGenuineOfOld(stored)) return { head: { _id, hash }, taken };
    taken.add(Number(String(_id)));
  }
  return { head: emptyLog, taken };
}

/** @returns the entries that follow `head`, each at the next place that is free. */
export function linkAll(
  batch: readonly { event: AuditEvent; at: Date }[],
  { head, taken }: Ending,
  key: KeyObject,
): AuditEntry[] {
  let { _id, hash } = head;
  return batch.map(({ event, at }) => {
    while (taken.has(_id + 1)) _id += 1;
    const entry = nextEntry({ _id, hash }, event, { at, key });
    ({ _id, hash } = entry);
    return entry;
  });
}
