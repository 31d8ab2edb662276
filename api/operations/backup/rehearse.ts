import { PDFDocument } from '@cantoo/pdf-lib';
import type { Connection } from 'mongoose';
import { collections } from '#api/collections.ts';
import type { Row } from '#api/platform/database/collection.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { documentContext, fileNameOf, fingerprintOf } from '#api/platform/documents/make-documents.ts';
import { makeStore } from '#api/platform/documents/store/document-store.ts';
import { type DataKeys, openDataKeys } from '#api/platform/keys/data-keys.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';
import { decryptBytes } from '#api/platform/keys/encrypt-bytes.ts';
import type { Settings } from '#api/platform/settings.ts';
import { encryptedValuesOf } from '../find-encrypted.ts';
import { gigabytes, leastFreeBytes } from './back-up.ts';
import { recordRehearsal } from './backups.model.ts';
import { checkBackup, type RestoreOptions, writeBackup } from './restore-backup.ts';
import { databaseRoles } from './tally.ts';

/**
 * The databases of a rehearsal. The site's database user may write to these too, but drop no database, so their collections are dropped
 * before it and after it: then MongoDB has no such database.
 */
const scratch = { cms: 'rehearsal_cms', portal: 'rehearsal_portal', audit: 'rehearsal_audit' } as const;
/** Rows that are decrypted of each collection, the newest. */
const samples = 20;

export interface Rehearsal {
  name: string;
  /** What was found, in sentences. */
  findings: string[];
  /** What differed or could not be opened, in sentences: none when it went well. */
  faults: string[];
}

interface Options extends RestoreOptions {
  /** The server on which the backup is restored, as the owner of the database or the site's user. */
  connection: Connection;
}

/**
 * Restores the newest backup into databases of its own beside those of the site, compares every collection with the manifest, decrypts
 * people's data and opens a signed contract, and deletes all of it again. How it went is recorded.
 *
 * @throws Error with one sentence, before anything is written, when the backup can't be restored or there is too little room.
 */
export async function rehearse({ connection, ...options }: Options, name?: string): Promise<Rehearsal> {
  const { rings, settings } = options;
  const findings: string[] = [];
  const faults: string[] = [];
  // First, because it shows whether we may do so, and gives the room back that one which was killed took.
  await dropScratch(options);
  const backup = await checkBackup(options, name);
  const { manifest } = backup;
  const rows = manifest.collections.reduce((sum, each) => sum + each.rows, 0);
  findings.push(`${manifest.name} was read to its end: it is what its manifest says.`);
  await requireRoom(options);
  try {
    faults.push(...(await writeBackup(backup, options, { names: scratch })));
    findings.push(
      `${rows} rows of ${manifest.collections.length} collections were restored, and ${manifest.files.count} pictures and files of the CMS are there.`,
    );
    const portal = connection.useDb(scratch.portal, { useCache: false });
    const keys = await openDataKeys(rings, portal);
    for (const opened of [await openValues(portal, keys), await openContract(portal, keys, settings)]) {
      findings.push(...opened.findings);
      faults.push(...opened.faults);
    }
  } finally {
    await dropScratch(options);
  }
  const site = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
  await recordRehearsal(manifest.name, faults, site);
  return { name: manifest.name, findings, faults };
}

async function dropScratch({ client }: RestoreOptions): Promise<void> {
  for (const role of databaseRoles) {
    const db = client.db(scratch[role]);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      if (!name.startsWith('system.')) await db.dropCollection(name);
  }
}

/** @throws Error with one sentence when the disk of the database would be too full: the site needs it too. */
async function requireRoom({ client, settings }: RestoreOptions): Promise<void> {
  const { CMS_DATABASE, PORTAL_DATABASE } = settings;
  let needed = leastFreeBytes;
  let left = Number.POSITIVE_INFINITY;
  for (const name of [CMS_DATABASE, PORTAL_DATABASE]) {
    const { storageSize, indexSize, fsTotalSize, fsUsedSize } = await client.db(name).command({ dbStats: 1 });
    needed += storageSize + indexSize;
    // 0 for a database that is not there yet.
    if (fsTotalSize > 0) left = fsTotalSize - fsUsedSize;
  }
  if (left < needed)
    throw new Error(
      `There is too little room to rehearse: ${gigabytes(needed)} GB are needed on the disk of the database, and ${gigabytes(left)} GB are left.`,
    );
}

type Opened = Pick<Rehearsal, 'findings' | 'faults'>;

/** Decrypts what is encrypted in the newest rows of each collection. */
async function openValues(portal: Connection, keys: DataKeys): Promise<Opened> {
  const faults: string[] = [];
  let opened = 0;
  for (const collection of collections) {
    if (!collection.encrypted) continue;
    const newest = { sort: { _id: -1 }, limit: samples } as const;
    let failed = 0;
    for (const row of await collection.rows<Row>(portal).find({}, newest).toArray()) {
      const ring = await keys.of(collection.ownerOf(row));
      for (const { value, context } of encryptedValuesOf(row as Row, collection)) {
        try {
          decrypt(ring, value, context);
          opened += 1;
        } catch {
          failed += 1;
        }
      }
    }
    if (failed > 0) faults.push(`${failed} values of ${collection.name} could not be decrypted.`);
  }
  return { findings: [`${opened} encrypted values could be read.`], faults };
}

async function openContract(portal: Connection, keys: DataKeys, settings: Settings): Promise<Opened> {
  const newest = { sort: { _id: -1 } } as const;
  const document = await documentsCollection
    .rows<StoredDocument>(portal)
    .findOne({ state: 'stored' }, newest);
  if (!document) return { findings: ['There is no signed contract in it, so none was opened.'], faults: [] };
  const { _id, of, sha256 = '' } = document;
  const id = _id.toHexString();
  try {
    const stored = await makeStore(settings, portal).get(fileNameOf(id, sha256));
    const content = decryptBytes(await keys.of(of), stored, documentContext(id));
    if (fingerprintOf(content) !== sha256) throw new Error('other bytes');
    const pages = (await PDFDocument.load(content)).getPageCount();
    return { findings: [`The newest signed contract opens: a PDF with ${pages} pages.`], faults: [] };
  } catch {
    return { findings: [], faults: ['The newest signed contract could not be opened.'] };
  }
}
