import type { KeyObject } from 'node:crypto';
import {
  type AuditEntry,
  type AuditHead,
  acceptedRestore,
  closedLog,
  emptyLog,
  isGenuine,
  isGenuineOfOld,
} from './audit-chain.ts';

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
  /** An entry under the key was read, after which there are no others. */
  let isKeyed = false;
  for await (const entry of stored) {
    count += 1;
    const { _id, hash, previous, action } = entry;
    if (!Number.isSafeInteger(_id) || _id <= last._id) {
      // It has no place in the log, so what follows it is compared with the entry before it.
      report(`Entry ${nameOf(_id)} does not belong after entry ${last._id}.`);
      continue;
    }
    const isOurs = isGenuine(entry, key);
    if (!isOurs && (isKeyed || !isGenuineOfOld(entry))) {
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
    if (isOurs && !isKeyed && head._id > 0 && !closes(entry, head))
      report(`Entry ${_id} does not close the log of 1.0 before it.`);
    isKeyed ||= isOurs;
    if (isOurs && action === acceptedRestore) notes.push(noteOf(entry));
    if (_id === known._id) knownHash = hash;
    head = { _id, hash };
    last = head;
  }
  if (head._id < known._id) report(`Entries ${head._id + 1} to ${known._id} are missing at the end.`);
  else if (knownHash !== undefined && knownHash !== known.hash)
    report(`Entry ${known._id} is not the one that was there before.`);
  if (head._id > 0 && !isKeyed) report(isUnclosed);
  return { count, head, notes };
}

/** Whoever may add to the database may choose any id. */
function nameOf(_id: unknown): string {
  return typeof _id === 'number' ? String(_id) : JSON.stringify(String(_id).slice(0, 40));
}

function closes({ action, details }: AuditEntry, { _id }: AuditHead): boolean {
  if (action === acceptedRestore) return details?.to === _id;
  return action === closedLog && details?.entries === _id;
}

function noteOf({ _id, at, details = {} }: AuditEntry): string {
  const { from, to } = details;
  return `Entry ${_id}: on ${at.toISOString()} a restore was accepted, of a log that ended at ${to} where ${from} had been the end.`;
}
