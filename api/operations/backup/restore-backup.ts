import type { KeyObject } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { mongo } from 'mongoose';
import { clientSessionLimits } from '#api/accounts/clients/client.model.ts';
import { pendingSignInsCollection } from '#api/accounts/staff/second-step.ts';
import { staffSessionLimits } from '#api/accounts/staff/staff.model.ts';
import { type Hold, holdsCollection } from '#api/platform/jobs/holds.ts';
import { countProcesses } from '#api/platform/keys/key-heartbeat.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import type { Settings } from '#api/platform/settings.ts';
import { backupFolderOf, backupKeysOf, type DatabaseNames, databaseNamesOf } from './back-up.ts';
import type { Frame } from './frames.ts';
import {
  fileOf,
  hasPart,
  isName,
  listBackups,
  type Manifest,
  readManifest,
  refuseOtherKeys,
} from './manifest.ts';
import type { Part } from './sealed-stream.ts';
import { fetchFromS3 } from './send-off-site.ts';
import { type CountedCollection, databaseRoles, differences, Tally } from './tally.ts';
import { type CollectionHeader, collectionOf, pathOf, readPart, verifyBackup } from './verify-backup.ts';

const { BSON } = mongo;

/** Numbers stay of the kind that they are, so that a restored row is the same to the byte. */
const exact = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;
const onDisk = { w: 'majority', journal: true } as const;
/** The last write of a restore, which is on disk, comes after all of these. */
const soon = { w: 1 } as const;
/** Of rows that are inserted at once. */
const batchBytes = 8 * 1024 * 1024;
const batchRows = 1_000;
const namespaceExists = 48;

export interface RestoreOptions {
  /** Of a user who may do everything in the three databases. */
  client: mongo.MongoClient;
  rings: Keys;
  settings: Settings;
  /** Ends it early, with an error. */
  signal?: AbortSignal;
}

/** A backup that may be restored: it was read to its end. */
export interface CheckedBackup {
  manifest: Manifest;
  folder: string;
  /** By which its parts are read. */
  partKeys: Record<Part, KeyObject>;
  /** The backup whose data keys are taken: another, newer one where its own have been deleted. */
  keysOf: Manifest;
}

/**
 * Reads a backup to its end before anything is written.
 *
 * @param name of a backup in the folder of backups, or in the store of BACKUP_S3_URL, from where it is fetched then; by default the
 * newest of the folder.
 * @throws Error with one sentence when it can't be restored: a changed or shorter file, another backup key, other keys.
 */
export async function checkBackup(
  { rings, settings, signal }: Omit<RestoreOptions, 'client'>,
  name?: string,
): Promise<CheckedBackup> {
  const backupKeys = backupKeysOf(settings);
  const folder = backupFolderOf(settings);
  if (name) await fetchMissing(name, folder, settings, signal);
  const [newest, ...older] = await listBackups(folder);
  if (!newest)
    throw new Error(
      settings.BACKUP_S3_URL
        ? 'There is no backup in the folder of backups: name one that lies in the store of BACKUP_S3_URL.'
        : 'There is no backup in the folder of backups.',
    );
  const opened = await readManifest(folder, name ?? newest, backupKeys);
  const { manifest } = opened;
  const candidates = [manifest.name, ...[newest, ...older].filter((each) => each > manifest.name)];
  const withKeys = await firstWithKeys(folder, candidates);
  if (!withKeys)
    throw new Error(
      `The data keys of ${manifest.name} have been deleted: put the part .keys and the manifest of a newer backup beside it.`,
    );
  const other = withKeys === manifest.name ? opened : await readManifest(folder, withKeys, backupKeys);
  const keysOf = other.manifest;
  refuseOtherKeys(keysOf, rings);
  await verifyBackup(folder, manifest, opened.key, signal, ['data']);
  await verifyBackup(folder, keysOf, other.key, signal, ['keys']);
  return { manifest, folder, partKeys: { data: opened.key, keys: other.key }, keysOf };
}

/** Fetches what is not in the folder. Data keys that have expired are nowhere. */
async function fetchMissing(
  name: string,
  folder: string,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!settings.BACKUP_S3_URL || !isName(name) || (await listBackups(folder)).includes(name)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The manifest last: without it, the folder has no such backup.
  for (const part of ['keys', 'data', 'json'] as const)
    await fetchFromS3(fileOf(folder, name, part), settings, signal);
}

async function firstWithKeys(folder: string, names: string[]): Promise<string | undefined> {
  for (const name of names) if (await hasPart(folder, name, 'keys')) return name;
  return undefined;
}

/** @returns what has to be there after a restore. */
function expectedOf({ manifest, keysOf }: CheckedBackup): CountedCollection[] {
  return [
    ...manifest.collections.filter(({ part }) => part === 'data'),
    ...keysOf.collections.filter(({ part }) => part === 'keys'),
  ];
}

/**
 * Restores a backup into databases that are empty, or with `replace` in place of what is there, and compares the result with the
 * manifest. Everybody has to sign in again: a session that has ended since would be valid. From the first write on jobs are held.
 *
 * @returns the differences, in sentences; none when it went well.
 * @throws Error with one sentence, before anything is written, when a site runs or a database is not empty.
 */
export async function restoreBackup(
  backup: CheckedBackup,
  options: RestoreOptions,
  { replace }: { replace: boolean },
): Promise<string[]> {
  const { client, settings } = options;
  const names = databaseNamesOf(settings);
  const portal = client.db(names.portal);
  if ((await countProcesses(portal)) > 0)
    throw new Error(
      'A site or worker runs on this database: stop all of them, and the CMS, wait half a minute, and say it again.',
    );
  const holds = portal.collection<Hold>(holdsCollection.name);
  if (!replace) await refuseFull(client, names);
  const hold = { since: new Date(), backup: backup.manifest.name };
  await holds.replaceOne({ _id: 'restore' }, hold, { upsert: true, writeConcern: onDisk });
  await dropAll(client, names);
  const media = join(settings.DATA_DIR, 'media');
  const faults = await writeBackup(backup, options, { names, media });
  await endSessions(client, names);
  await holds.updateOne({ _id: 'restore' }, { $set: { restored_at: new Date() } }, { writeConcern: onDisk });
  return faults;
}

async function refuseFull(client: mongo.MongoClient, names: DatabaseNames): Promise<void> {
  for (const role of databaseRoles) {
    const db = client.db(names[role]);
    for (const name of await collectionNames(db)) {
      if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) === null) continue;
      throw new Error(
        `The database ${names[role]} is not empty: with --replace, everything in the three databases is deleted first.`,
      );
    }
  }
}

/** @returns the collections of a database, but what holds its jobs. */
async function collectionNames(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && name !== holdsCollection.name);
}

async function dropAll(client: mongo.MongoClient, names: DatabaseNames): Promise<void> {
  for (const role of databaseRoles) {
    const db = client.db(names[role]);
    for (const name of await collectionNames(db)) await db.dropCollection(name);
  }
}

interface Target {
  names: DatabaseNames;
  /** The folder of the pictures; left out where only databases are wanted. */
  media?: string;
}

/**
 * Writes all rows and files of a backup that `checkBackup` has read, compares the rows with the manifest, and makes the indexes: by
 * some of these MongoDB deletes rows, so they come last.
 *
 * @returns the differences, in sentences.
 */
export async function writeBackup(
  backup: CheckedBackup,
  { client, signal }: RestoreOptions,
  target: Target,
): Promise<string[]> {
  const { manifest, keysOf, folder, partKeys } = backup;
  const parts: [Part, string][] = [
    ['data', manifest.name],
    ['keys', keysOf.name],
  ];
  const written: CollectionHeader[] = [];
  for (const [part, name] of parts)
    await readPart(
      { file: fileOf(folder, name, part), part, key: partKeys[part], signal },
      async (frames) => {
        written.push(...(await writeAll(frames, client, target)));
      },
    );
  signal?.throwIfAborted();
  const expected = expectedOf(backup);
  const faults = differences(expected, await tallyDatabases(expected, client, target.names));
  await Promise.all(written.map((each) => createIndexes(each, client.db(target.names[each.database]))));
  return faults;
}

async function writeAll(
  frames: AsyncIterable<Frame>,
  client: mongo.MongoClient,
  { names, media }: Target,
): Promise<CollectionHeader[]> {
  const written: CollectionHeader[] = [];
  let collection: CollectionHeader | undefined;
  let rows: mongo.Document[] = [];
  let size = 0;
  let file: FileHandle | undefined;

  async function insertHeld(): Promise<void> {
    if (collection && rows.length > 0)
      await client
        .db(names[collection.database])
        .collection(collection.name)
        .insertMany(rows, { ordered: false, writeConcern: soon });
    [rows, size] = [[], 0];
  }
  async function endCurrent(): Promise<void> {
    await insertHeld();
    collection = undefined;
    await file?.close();
    file = undefined;
  }

  for await (const frame of frames) {
    if (frame.kind === 'row') {
      rows.push(BSON.deserialize(frame.content, exact));
      size += frame.content.length;
      if (size >= batchBytes || rows.length >= batchRows) await insertHeld();
    } else if (frame.kind === 'bytes') {
      await file?.writeFile(frame.content);
    } else {
      await endCurrent();
      if (frame.kind === 'collection') {
        collection = collectionOf(frame);
        written.push(collection);
        await createCollection(collection, client.db(names[collection.database]));
      } else if (media) file = await openFile(media, pathOf(frame));
    }
  }
  await endCurrent();
  return written;
}

async function createCollection({ name }: CollectionHeader, db: mongo.Db): Promise<void> {
  await db.createCollection(name, { writeConcern: soon }).catch((error: unknown) => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== namespaceExists) throw error;
  });
}

async function createIndexes({ name, indexes }: CollectionHeader, db: mongo.Db): Promise<void> {
  const wanted = indexes
    .filter(({ key }) => !(Object.keys(key).length === 1 && '_id' in key))
    .map(({ v: _, ...index }) => ({ name: nameOfIndex(index.key), ...index }));
  if (wanted.length > 0) await db.command({ createIndexes: name, indexes: wanted });
}

/** As MongoDB names one that has no other name. */
function nameOfIndex(key: object): string {
  return Object.entries(key).flat().join('_');
}

async function openFile(folder: string, path: string): Promise<FileHandle> {
  const file = join(folder, path);
  if (relative(folder, file).startsWith('..'))
    throw new Error('The backup has a file outside of its folder.');
  await mkdir(dirname(file), { recursive: true });
  return open(file, 'w');
}

/** @returns what is in databases now of the collections that are expected there. */
async function tallyDatabases(
  expected: readonly CountedCollection[],
  client: mongo.MongoClient,
  names: DatabaseNames,
): Promise<CountedCollection[]> {
  const tally = new Tally();
  for (const { database, name, part } of expected) {
    tally.collection(database, name, part);
    const rows = client.db(names[database]).collection(name);
    const found = rows.find<Buffer>({}, { raw: true, sort: { _id: 1 }, hint: { _id: 1 } });
    for await (const row of found) tally.row(row);
  }
  return tally.total().collections;
}

/** A session that was ended after the backup would be valid again. */
async function endSessions(client: mongo.MongoClient, names: DatabaseNames): Promise<void> {
  const portal = client.db(names.portal);
  for (const { name } of [
    clientSessionLimits.sessions,
    staffSessionLimits.sessions,
    pendingSignInsCollection,
  ])
    await portal.collection(name).deleteMany({});
  await client
    .db(names.cms)
    .collection('users')
    .updateMany({}, { $set: { sessions: [] } });
}

/**
 * Lets jobs run on a restored copy.
 *
 * @returns the name of the backup; null where nothing is held. @throws Error with one sentence when a restore was cut short.
 */
export async function releaseRestored(portal: mongo.Db): Promise<string | null> {
  const holds = portal.collection<Hold>(holdsCollection.name);
  const hold = await holds.findOne({ _id: 'restore' });
  if (!hold) return null;
  if (!hold.restored_at)
    throw new Error('The restore did not come to its end: restore the backup again, with --replace.');
  await holds.deleteOne({ _id: 'restore' }, { writeConcern: onDisk });
  return hold.backup;
}
