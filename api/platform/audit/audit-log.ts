import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditHead,
  auditCollection,
  auditHeadFile,
  auditIndexes,
  emptyLog,
  nextEntry,
} from './audit-chain.ts';

/** The append-only record of what was done with personal data. */
export interface AuditLog {
  /**
   * Adds an entry. Await it before data leaves or changes: it resolves once a majority of the replica set has the entry on
   * disk, and rejects when it can't be written, so that nothing happens off the record. `at` is for what happened earlier.
   *
   * @returns its place in the log.
   */
  record(event: AuditEvent & { at?: Date }): Promise<number>;
  entries: mongo.Collection<AuditEntry>;
  /** Waits for pending writes. */
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

/**
 * Opens the audit log. With a database user that may only read and add, its indexes must be there already.
 *
 * @throws Error with one sentence when the user may not read it.
 */
export async function openAuditLog({
  client,
  settings,
  log,
}: {
  client: mongo.MongoClient;
  settings: Pick<Settings, 'AUDIT_DATABASE' | 'DATA_DIR'>;
  log: Log;
}): Promise<AuditLog> {
  const { AUDIT_DATABASE, DATA_DIR } = settings;
  const entries = client.db(AUDIT_DATABASE).collection<AuditEntry>(auditCollection);
  await entries.createIndexes([...auditIndexes]).catch(unlessForbidden);
  await entries.findOne({ _id: 0 }).catch((error: unknown) => {
    unlessForbidden(error);
    throw new Error(
      `The user in MONGODB_URI may not read the database ${AUDIT_DATABASE}: give it the actions find and insert there, on the collection ${auditCollection}.`,
    );
  });
  await mkdir(DATA_DIR, { recursive: true });
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        const head = await append(entries, batch);
        await writeHead(DATA_DIR, head).catch((error: unknown) =>
          log.error('end of the audit log not remembered', { error: errorLocation(error) }),
        );
      } catch (error) {
        log.error('audit entries could not be written', { error: errorLocation(error) });
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  return {
    entries,
    record({ at = new Date(), ...event }) {
      const written = new Promise<number>((resolve, reject) => {
        waiting.push({ event, at, resolve, reject });
      });
      writing ??= writeAll();
      return written;
    },
    async stop() {
      await writing;
    },
  };
}

/**
 * Writes the batch to the end of the log and resolves each. What another site's entries came before is linked to those and
 * written again. @returns where the log ends now.
 */
async function append(entries: mongo.Collection<AuditEntry>, batch: Waiting[]): Promise<AuditHead> {
  for (let attempt = 1; ; attempt += 1) {
    let head = await readHead(entries);
    const linked = batch.map(({ event, at }) => {
      const entry = nextEntry(head, event, at);
      head = entry;
      return entry;
    });
    const written = await insertInOrder(entries, linked).catch((error: unknown) => {
      if (attempt < maxAttempts && isDuplicateKey(error) && error instanceof mongo.MongoBulkWriteError)
        return error.insertedCount;
      throw error;
    });
    for (const { _id } of linked.slice(0, written)) batch.shift()?.resolve(_id);
    if (batch.length === 0) return head;
  }
}

async function insertInOrder(entries: mongo.Collection<AuditEntry>, linked: AuditEntry[]): Promise<number> {
  const onDisk = { w: 'majority', journal: true } as const;
  await entries.insertMany(linked, { ordered: true, writeConcern: onDisk });
  return linked.length;
}

export async function readHead(entries: mongo.Collection<AuditEntry>): Promise<AuditHead> {
  const projection = { _id: 1, hash: 1 } as const;
  return (await entries.findOne<AuditHead>({}, { sort: { _id: -1 }, projection })) ?? emptyLog;
}

/**
 * Remembers outside of the database where the log ended. Each entry vouches for those before it, but nothing in the database
 * for the last ones: who deleted them would leave no gap.
 */
async function writeHead(dataDir: string, { _id, hash }: AuditHead): Promise<void> {
  const file = join(dataDir, auditHeadFile);
  // Several sites may share the folder.
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, JSON.stringify({ _id, hash }), { mode: 0o600 });
  await rename(part, file);
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
