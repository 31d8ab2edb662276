import { createSecretKey, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import product from '#api/package.json' with { type: 'json' };
import { type AuditEntry, auditCollection, auditIndexes } from '#api/platform/audit/audit-chain.ts';
import { dataKeysName } from '#api/platform/database/collection.ts';
import { holdsCollection } from '#api/platform/jobs/holds.ts';
import { lookupsId, type WrappedKey } from '#api/platform/keys/data-keys.ts';
import { keyIdOf } from '#api/platform/keys/encrypt.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import type { Settings } from '#api/platform/settings.ts';
import { type FrameKind, writeFrames } from './frames.ts';
import { fileOf, fingerprintsOf, type Manifest, nameOf, signManifest } from './manifest.ts';
import { type MeasuredFile, measureFile, type Part, seal } from './sealed-stream.ts';
import { type DatabaseRole, databaseRoles, Tally } from './tally.ts';
import { verifyBackup } from './verify-backup.ts';

const { BSON } = mongo;

/** Beside a backup, so much has to stay free for what else is kept on that disk. */
export const leastFreeBytes = 500 * 1024 * 1024;
export const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
const snapshotTooOld = 239;

export interface BackUpOptions {
  client: mongo.MongoClient;
  /** Of the key file, whose fingerprints the manifest has. */
  rings: Keys;
  settings: Settings;
}

/** @returns the key of new backups, and former ones. @throws Error with one sentence when there is none. */
export function backupKeysOf({ BACKUP_KEY }: Pick<Settings, 'BACKUP_KEY'>): [KeyObject, ...KeyObject[]] {
  if (!BACKUP_KEY)
    throw new Error(
      'BACKUP_KEY is not set: take what `openssl rand -base64 32` prints, and keep a copy of it where no backup is.',
    );
  const keys = BACKUP_KEY.split(',').map((each) => createSecretKey(Buffer.from(each, 'base64')));
  return keys as [KeyObject, ...KeyObject[]];
}

export function backupFolderOf({ BACKUP_DIR, DATA_DIR }: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return BACKUP_DIR ?? join(DATA_DIR, 'backups');
}

/** The names of the databases by what they hold. */
export type DatabaseNames = Readonly<Record<DatabaseRole, string>>;

export function databaseNamesOf(settings: Settings): DatabaseNames {
  const { CMS_DATABASE: cms, PORTAL_DATABASE: portal, AUDIT_DATABASE: audit } = settings;
  return { cms, portal, audit };
}

interface Source {
  database: DatabaseRole;
  rows: mongo.Collection;
  indexes: readonly mongo.IndexDescriptionInfo[];
}

/**
 * Writes a backup of the three databases and of DATA_DIR/media into the folder of backups: all rows as of one moment, while the site
 * goes on, in two parts, and reads it back. It needs no more rights than the site's database user has, nor more memory for more rows.
 *
 * @returns its manifest. @throws Error with one sentence when there is too little room or time; then nothing is left of it.
 */
export async function backUp(
  { client, rings, settings }: BackUpOptions,
  signal?: AbortSignal,
): Promise<Manifest> {
  const [key] = backupKeysOf(settings);
  const folder = backupFolderOf(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sources = await findSources(client, settings);
  await requireRoom(client, settings, folder);
  const { version: mongodb } = await client.db('admin').command({ buildInfo: 1 });
  const session = client.startSession({ snapshot: true });
  const tally = new Tally();
  const needed = { fields: new Set<string>(), lookups: new Set<string>() };
  // The first of these reads says as of when all of them are.
  const audit = await client
    .db(settings.AUDIT_DATABASE)
    .collection<AuditEntry>(auditCollection)
    .findOne({}, { session, sort: { _id: -1 }, projection: { hash: 1 } });
  const at = new Date();
  const name = nameOf(at);
  try {
    const last = await client
      .db(settings.PORTAL_DATABASE)
      .collection<{ _id: string }>('migrations')
      .findOne({}, { session, sort: { _id: -1 } });
    const isKeys = ({ database, rows }: Source) =>
      database === 'portal' && rows.collectionName === dataKeysName;
    const noteKey = (row: Uint8Array) => {
      const { _id, key } = BSON.deserialize(row) as WrappedKey;
      needed[_id === lookupsId ? 'lookups' : 'fields'].add(keyIdOf(key));
    };
    const keys = await writePart(
      fileOf(folder, name, 'keys'),
      collectionFrames(sources.filter(isKeys), { part: 'keys', session, tally, each: noteKey }),
      { key, part: 'keys', signal },
    );
    const data = await writePart(
      fileOf(folder, name, 'data'),
      (async function* () {
        const others = sources.filter((each) => !isKeys(each));
        yield* collectionFrames(others, { part: 'data', session, tally });
        yield* fileFrames(join(settings.DATA_DIR, 'media'), tally);
      })(),
      { key, part: 'data', signal },
    );
    const manifest: Manifest = {
      format: 1,
      name,
      at: at.toISOString(),
      versions: { claimdesk: product.version, mongodb },
      migration: last?._id ?? null,
      ...tally.total(),
      documents: settings.DOCUMENTS_S3_URL ? 's3' : 'database',
      keys: {
        fingerprints: fingerprintsOf(rings),
        needed: { fields: [...needed.fields], lookups: [...needed.lookups] },
      },
      audit: audit && { entry: String(audit._id), hash: String(audit.hash) },
      parts: { data, keys },
    };
    await verifyBackup(folder, manifest, key, signal);
    // A backup without a manifest is none, so it comes last.
    await writeWhole(fileOf(folder, name, 'json'), signManifest(manifest, key));
    return manifest;
  } catch (error) {
    for (const part of ['data', 'keys', 'json'] as const)
      await rm(fileOf(folder, name, part), { force: true });
    if (error instanceof mongo.MongoServerError && error.code === snapshotTooOld)
      throw new Error(
        'The backup took longer than MongoDB keeps the rows of one moment: start mongod with --setParameter minSnapshotHistoryWindowInSeconds=3600.',
        { cause: error },
      );
    throw error;
  } finally {
    await session.endSession();
  }
}

/** @returns every collection but what holds the jobs of a restored copy. */
async function findSources(client: mongo.MongoClient, settings: Settings): Promise<Source[]> {
  const names = databaseNamesOf(settings);
  const sources: Source[] = [];
  for (const database of databaseRoles) {
    const db = client.db(names[database]);
    const found = await db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray();
    const wanted = found
      .filter(({ name, type }) => type === 'collection' && !name.startsWith('system.'))
      .map(({ name }) => name)
      .filter((name) => database !== 'portal' || name !== holdsCollection.name);
    for (const name of wanted.sort()) {
      const rows = db.collection(name);
      // The site's user may not ask for the indexes of the audit log.
      const indexes = database === 'audit' ? auditIndexes.map((each) => ({ ...each })) : await rows.indexes();
      sources.push({ database, rows, indexes: indexes as mongo.IndexDescriptionInfo[] });
    }
  }
  return sources;
}

/** @throws Error with one sentence when the disk would be too full afterwards: the site may need it too. */
async function requireRoom(client: mongo.MongoClient, settings: Settings, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  let needed = leastFreeBytes;
  for (const name of [settings.CMS_DATABASE, settings.PORTAL_DATABASE])
    needed += Number((await client.db(name).command({ dbStats: 1 })).dataSize);
  if (bavail * bsize < needed)
    throw new Error(
      `There is too little room for a backup: up to ${gigabytes(needed)} GB are needed, and ${gigabytes(bavail * bsize)} GB are left. Set BACKUP_DIR to a folder on another disk.`,
    );
}

interface Reading {
  part: Part;
  session: mongo.ClientSession;
  tally: Tally;
  each?: (row: Uint8Array) => void;
}

type Frames = AsyncGenerator<{ kind: FrameKind; content: Uint8Array }>;

async function* collectionFrames(
  sources: readonly Source[],
  { part, session, tally, each }: Reading,
): Frames {
  for (const { database, rows, indexes } of sources) {
    const name = rows.collectionName;
    tally.collection(database, name, part);
    yield { kind: 'collection', content: BSON.serialize({ database, name, indexes }) };
    // By id, so that the same rows always have the same hash.
    const found = rows.find<Buffer>({}, { session, raw: true, sort: { _id: 1 }, hint: { _id: 1 } });
    for await (const content of found) {
      tally.row(content);
      each?.(content);
      yield { kind: 'row', content };
    }
  }
}

/** A file that is deleted meanwhile is left out: no row of this moment shows it any more, or one whose editor will miss it. */
async function* fileFrames(folder: string, tally: Tally): Frames {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  for (const path of found.sort()) {
    const file = join(folder, path);
    if (!(await lstat(file).catch(() => undefined))?.isFile()) continue;
    tally.file(path);
    yield { kind: 'file', content: BSON.serialize({ path }) };
    for await (const content of createReadStream(file) as AsyncIterable<Buffer>) {
      tally.bytes(content);
      yield { kind: 'bytes', content };
    }
  }
}

interface Writing {
  key: KeyObject;
  part: Part;
  signal: AbortSignal | undefined;
}

async function writePart(
  file: string,
  frames: Frames,
  { key, part, signal }: Writing,
): Promise<MeasuredFile> {
  const whole = measureFile();
  await pipeline(
    writeFrames(frames),
    // Most of it is encrypted already: more effort saves little.
    createGzip({ level: 1, chunkSize: 256 * 1024 }),
    seal(key, part),
    whole.measure,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
  return whole.measured();
}

async function writeWhole(file: string, text: string): Promise<void> {
  const half = `${file}.part`;
  await writeFile(half, text, { mode: 0o600, flush: true });
  await rename(half, file);
  // The name too has to be on disk.
  const folder = await open(join(file, '..'));
  await folder.sync();
  await folder.close();
}
