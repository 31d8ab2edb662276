import type { KeyObject } from 'node:crypto';
import { mongo } from 'mongoose';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditHead,
  acceptedRestore,
  auditCollection,
  auditIndexes,
  emptyLog,
} from './audit-chain.ts';
import { AuditFault, type KnownHead, latest, noteHead, readKnownHead } from './audit-heads.ts';
import { type AuditVerdict, checkEntries } from './check-entries.ts';
import { type Ending, endOfOld, entriesOf, follow, isHead, lastGenuine, linkAll } from './log-end.ts';

/** The append-only record of what was done with personal data. */
export interface AuditLog {
  /**
   * Adds an entry. Await it before data leaves or changes: it resolves once a majority of the replica set has the entry on
   * disk, and rejects when it can't be written, so that nothing happens off the record. `at` is for what happened earlier.
   *
   * @returns its place in the log. @throws DomainError `unavailable` while the log does not end where it should.
   */
  record(event: AuditEvent & { at?: Date }): Promise<number>;
  entries: mongo.Collection<AuditEntry>;
  /** Reads the whole log, unless it is aborted. @param report is told of each fault, in a sentence. */
  check(report: (fault: string) => void, signal?: AbortSignal): Promise<AuditVerdict>;
  /** @returns why nothing can be recorded, in a sentence; null while the log ends where it should. */
  fault(): Promise<string | null>;
  /**
   * Lets the log go on after an older one was restored, on record. Sites that see the same DATA_DIR follow.
   *
   * @returns the entry about it; null where the log ends where it should.
   */
  acceptRestore(actor: string): Promise<AuditEntry | null>;
  /** Waits for pending writes, and notes where the log ends. */
  stop(): Promise<void>;
}

/**
 * @returns a function that puts the names of changed fields, see `changedFields`, on record before they change: once, however
 * often a transaction runs, and not at all where nothing changed.
 */
export function changeRecorder(
  { record }: Pick<AuditLog, 'record'>,
  event: Omit<AuditEvent, 'fields'>,
): (fields: string[]) => Promise<void> {
  let recorded = '';
  return async (fields) => {
    if (fields.length === 0 || fields.join() === recorded) return;
    await record({ ...event, fields });
    recorded = fields.join();
  };
}

/**
 * @returns a function for use inside a transaction, which puts an event on record once, however often the transaction runs, and
 * returns its place in the log.
 */
export function eventRecorder(
  { record }: Pick<AuditLog, 'record'>,
  event: AuditEvent & { at?: Date },
): () => Promise<number> {
  let place: number | undefined;
  return async () => {
    place ??= await record(event);
    return place;
  };
}

interface Waiting {
  event: AuditEvent;
  at: Date;
  resolve(place: number): void;
  reject(error: unknown): void;
}

/** Entries that arrive while others are being written are written together. */
const maxBatch = 500;
/** Each time, another site was faster; one of them always gets through. */
const maxAttempts = 50;
const forbidden = 13;
/** Where the log ends is noted outside of the database after so many entries, and after a minute at most. */
const noteEvery = 100;
const noteEveryMs = 60_000;

/**
 * Opens the audit log. With a database user that may only read and add, its indexes must be there already.
 *
 * @param onFault is told why nothing can be recorded, when that begins.
 * @throws Error with one sentence when the user may not read it.
 */
export async function openAuditLog({
  client,
  key,
  settings,
  log,
  onFault,
}: {
  client: mongo.MongoClient;
  key: KeyObject;
  settings: Pick<Settings, 'AUDIT_DATABASE' | 'DATA_DIR'>;
  log: Log;
  onFault?: (fault: string) => void;
}): Promise<AuditLog> {
  const { AUDIT_DATABASE, DATA_DIR } = settings;
  const entries = entriesOf(client, AUDIT_DATABASE);
  await entries.createIndexes([...auditIndexes]).catch(unlessForbidden);
  await entries.findOne({ _id: 0 }).catch((error: unknown) => {
    unlessForbidden(error);
    throw new Error(
      `The user in MONGODB_URI may not read the database ${AUDIT_DATABASE}: give it the actions find and insert there, on the collection ${auditCollection}.`,
    );
  });
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  /** What a majority has on disk; undefined until it is needed. */
  let head: KnownHead | undefined;
  let hasFault = false;
  let noted = 0;
  let noteTimer: NodeJS.Timeout | undefined;
  let noting = Promise.resolve();

  /** @throws AuditFault when the log does not end where it should. */
  async function findEnd(): Promise<Ending & { restores: number }> {
    head ??= (await readKnownHead(DATA_DIR, key)) ?? { ...(await lastGenuine(entries, key)), restores: 0 };
    const known = head;
    const end = await follow(known, entries, key);
    if (end) return { ...end, restores: known.restores };
    const later = await readKnownHead(DATA_DIR, key);
    const accepted = later && later.restores > known.restores ? await follow(later, entries, key) : undefined;
    if (!later || !accepted) throw goneFault(known);
    head = later;
    return { ...accepted, restores: later.restores };
  }

  /** Writes the batch to the end of the log and resolves each. What another site's entries came before follows those. */
  async function append(batch: Waiting[]): Promise<void> {
    for (let attempt = 1; batch.length > 0; attempt += 1) {
      const { restores, ...end } = await findEnd();
      const linked = linkAll(batch, end, key);
      const written = await insertInOrder(entries, linked).catch((error: unknown) => {
        if (attempt < maxAttempts && isDuplicateKey(error) && error instanceof mongo.MongoBulkWriteError)
          return error.insertedCount;
        throw error;
      });
      for (const { _id, hash } of linked.slice(0, written)) {
        head = { _id, hash, restores };
        batch.shift()?.resolve(_id);
      }
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        await append(batch);
        hasFault = false;
        noteSoon();
      } catch (error) {
        log.error('audit entries could not be written', { error: errorLocation(error) });
        const reason = error instanceof AuditFault ? refusalFor(error) : error;
        for (const { reject } of batch) reject(reason);
      }
    }
    writing = undefined;
  }

  function refusalFor(fault: AuditFault): DomainError {
    if (!hasFault) {
      log.error('audit log stopped', { kind: fault.message });
      onFault?.(fault.message);
    }
    hasFault = true;
    return new DomainError(
      'unavailable',
      'What is done here has to be put on record, and the record can’t be written to right now. Nothing was changed. Please try again later.',
      { title: 'Not Available', reason: 'audit', cause: fault },
    );
  }

  function noteSoon(): void {
    if (head && head._id - noted >= noteEvery) void note();
    else noteTimer ??= setTimeout(note, noteEveryMs).unref();
  }
  /** Resolves once the end is noted, by this call or by one before. */
  function note(): Promise<void> {
    clearTimeout(noteTimer);
    noteTimer = undefined;
    if (!head || head._id === noted) return noting;
    noted = head._id;
    // Whoever keeps the log elsewhere has these lines there, too.
    log.info('audit log ends', { count: head._id, hash: head.hash });
    const end = head;
    noting = noting
      .then(() => noteHead(DATA_DIR, end, key))
      .catch((error: unknown) =>
        log.error('end of the audit log not noted', { error: errorLocation(error) }),
      );
    return noting;
  }

  async function fault(): Promise<string | null> {
    try {
      const known = latest([await readKnownHead(DATA_DIR, key), head]);
      if (!known) await findEnd();
      else if (known._id > 0 && !isHead(await entries.findOne({ _id: known._id }), known, key))
        throw goneFault(known);
      return null;
    } catch (error) {
      if (error instanceof AuditFault) return error.message;
      throw error;
    }
  }

  return {
    entries,
    fault,
    record({ at = new Date(), ...event }) {
      const written = new Promise<number>((resolve, reject) => {
        waiting.push({ event, at, resolve, reject });
      });
      writing ??= writeAll();
      return written;
    },
    async check(report, signal) {
      await note();
      return checkLog({ entries, key, dataDir: DATA_DIR, signal }, report);
    },
    async acceptRestore(actor) {
      if (!(await fault())) return null;
      const known = await readKnownHead(DATA_DIR, key).catch(() => undefined);
      const end = await lastGenuine(entries, key)
        .then((last) => follow(last, entries, key))
        .catch((error: unknown) => {
          if (!(error instanceof AuditFault)) throw error;
        });
      const { head: last, taken } = end ?? (await endOfOld(entries));
      const { _id: from, hash: fromHash } = known ?? emptyLog;
      const details = { from, fromHash, to: last._id };
      const event = { actor, action: acceptedRestore, subject: null, details };
      const [entry] = linkAll([{ event, at: new Date() }], { head: last, taken }, key);
      if (!entry) return null;
      await insertInOrder(entries, [entry]);
      head = { _id: entry._id, hash: entry.hash, restores: (known?.restores ?? 0) + 1 };
      await noteHead(DATA_DIR, head, key);
      return entry;
    },
    async stop() {
      await writing;
      await note();
    },
  };
}

function goneFault({ _id }: AuditHead): AuditFault {
  return new AuditFault(`Entry ${_id}, with which the audit log ended, is gone or was changed.`);
}

interface Checking {
  entries: mongo.Collection<AuditEntry>;
  key: KeyObject;
  dataDir: string;
  signal?: AbortSignal | undefined;
}

/** Checks a log against where it is known to have ended: see `checkEntries`. */
async function checkLog(
  { entries, key, dataDir, signal }: Checking,
  report: (fault: string) => void,
): Promise<AuditVerdict> {
  const known = await readKnownHead(dataDir, key).catch((error: unknown) => {
    if (!(error instanceof AuditFault)) throw error;
    report(error.message);
    return emptyLog;
  });
  const verdict = await checkEntries(
    read(entries, signal),
    { key, known },
    (fault) => signal?.aborted || report(fault),
  );
  if (!known) verdict.notes.push('Where the log ended before is not known here, as DATA_DIR is new.');
  return verdict;
}

async function* read(
  entries: mongo.Collection<AuditEntry>,
  signal: AbortSignal | undefined,
): AsyncGenerator<AuditEntry> {
  for await (const entry of entries.find({}, { sort: { _id: 1 }, batchSize: 1_000 })) {
    if (signal?.aborted) return;
    yield entry;
  }
}

async function insertInOrder(entries: mongo.Collection<AuditEntry>, linked: AuditEntry[]): Promise<number> {
  const onDisk = { w: 'majority', journal: true } as const;
  await entries.insertMany(linked, { ordered: true, writeConcern: onDisk });
  return linked.length;
}

function unlessForbidden(error: unknown): void {
  if (!(error instanceof mongo.MongoServerError) || error.code !== forbidden) throw error;
}

interface Privilege {
  resource: { db?: string; collection?: string; anyResource?: boolean };
  actions: string[];
}

/** @returns whether the database user of this process can neither change nor delete entries. */
export async function isProtected(client: mongo.MongoClient, database: string): Promise<boolean> {
  const { authInfo } = await client.db('admin').command({ connectionStatus: 1, showPrivileges: true });
  const privileges: Privilege[] = authInfo.authenticatedUserPrivileges;
  const isAudit = ({ db, collection, anyResource }: Privilege['resource']) =>
    anyResource === true ||
    ([database, ''].includes(db ?? 'none') && [auditCollection, ''].includes(collection ?? 'none'));
  // Without access control there is no user, and anybody may do anything.
  return (
    authInfo.authenticatedUsers.length > 0 &&
    !privileges.some(
      ({ resource, actions }) => isAudit(resource) && actions.some((each) => /^(update|remove)$/.test(each)),
    )
  );
}
