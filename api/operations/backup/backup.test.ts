import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { unreadable } from '@claimdesk/forms/answers';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { makeDocuments } from '#api/platform/documents/make-documents.ts';
import { makeStore } from '#api/platform/documents/store/document-store.ts';
import { makeJobs } from '#api/platform/jobs/jobs.ts';
import { openDataKeys } from '#api/platform/keys/data-keys.ts';
import { type Keys, makeKeySecret, makeKeys, parseKeys } from '#api/platform/keys/key-ring.ts';
import { addClient, registration } from '../../../tests/setup/clients.ts';
import { claimant, contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';
import { listJobs } from '../jobs.ts';
import { openServerAuditLog } from '../server-audit-log.ts';
import { backUp } from './back-up.ts';
import { rehearseWhenDue } from './backup-job.ts';
import { readBackupRecords, recordBackup } from './backups.model.ts';
import { fileOf, type Manifest, readManifest } from './manifest.ts';
import { rehearse } from './rehearse.ts';
import { type CheckedBackup, checkBackup, releaseRestored, restoreBackup } from './restore-backup.ts';

/** The databases of another installation, which are empty before each test. */
const other = {
  CMS_DATABASE: `restored_cms_${process.pid}`,
  PORTAL_DATABASE: `restored_portal_${process.pid}`,
  AUDIT_DATABASE: `restored_audit_${process.pid}`,
};
const picture = Buffer.from('a picture of some kind');

let deps: Deps;
let rings: Keys;
let connection: Connection;
let client: mongo.MongoClient;
let folder: string;
let settings: Deps['settings'];
/** Of the other installation. */
let target: Deps['settings'];
/** Made once, of a client, a contract with its PDF, an evaluation with its emails, and a picture of the CMS. */
let manifest: Manifest;
let clientId: string;
beforeAll(async () => {
  deps = await openDeps();
  rings = parseKeys(deps.settings.APP_KEYS ?? '');
  const options = { autoCreate: false, autoIndex: false };
  connection = await mongoose.createConnection(deps.settings.MONGODB_URI, options).asPromise();
  client = connection.getClient();
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-backup-'));
  settings = { ...deps.settings, BACKUP_KEY: makeKeySecret(), BACKUP_DIR: join(folder, 'backups') };
  target = { ...settings, ...other, DATA_DIR: join(folder, 'data') };
  clientId = await addClient(deps);
  await sendEvaluation(deps);
  const { id } = await signContract(deps);
  const ordered = await documentsCollection.rows<StoredDocument>(deps.portal).findOne({});
  expect(String(ordered?.of)).toBe(id);
  await deps.documents.read(String(ordered?._id));
  await deps.clientSessions.create(clientId);
  await deps.audit.record({ actor: 'staff:one', action: 'clients.detail', subject: clientId });
  await mkdir(join(settings.DATA_DIR, 'media/small'), { recursive: true });
  await writeFile(join(settings.DATA_DIR, 'media/small/picture.png'), picture);
  await client.db(settings.CMS_DATABASE).collection('globals').insertOne({ globalType: 'of a test' });
  manifest = await backUp({ client, rings, settings });
});
afterAll(async () => {
  await dropOther();
  await connection.close();
  await rm(folder, { recursive: true, force: true });
  await deps.close();
});

async function dropOther(): Promise<void> {
  for (const name of Object.values(other)) await client.db(name).dropDatabase();
}

const check = (more: Partial<typeof target> = {}, keys = rings, name = manifest.name) =>
  checkBackup({ rings: keys, settings: { ...target, ...more } }, name);
const restore = (backup: CheckedBackup, replace = false) =>
  restoreBackup(backup, { client, rings, settings: target }, { replace });
const portal = () => connection.useDb(other.PORTAL_DATABASE, { useCache: true });
/** @returns settings whose folder of backups has copies of this one. */
async function copied(): Promise<{ BACKUP_DIR: string }> {
  const BACKUP_DIR = await mkdtemp(join(folder, 'copy-'));
  for (const part of ['data', 'keys', 'json'] as const)
    await copyFile(
      fileOf(settings.BACKUP_DIR ?? '', manifest.name, part),
      fileOf(BACKUP_DIR, manifest.name, part),
    );
  return { BACKUP_DIR };
}

describe('a backup is refused, and nothing is written,', () => {
  afterEach(dropOther);

  it('without a key of backups', async () => {
    await expect(backUp({ client, rings, settings: { ...settings, BACKUP_KEY: undefined } })).rejects.toThrow(
      'BACKUP_KEY is not set',
    );
    await expect(check({ BACKUP_KEY: undefined })).rejects.toThrow('BACKUP_KEY is not set');
  });

  it('with another key of backups', async () => {
    await expect(check({ BACKUP_KEY: makeKeySecret() })).rejects.toThrow('BACKUP_KEY is not the key');
  });

  it.each(['data', 'keys'] as const)('when any byte of its %s was changed', async (part) => {
    const more = await copied();
    const file = fileOf(more.BACKUP_DIR, manifest.name, part);
    const bytes = await readFile(file);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 25)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(file, changed);
      await expect(check(more)).rejects.toThrow(/was changed or cut off|no part of a backup/);
    }
  });

  it.each(['data', 'keys'] as const)('when its %s was cut off anywhere', async (part) => {
    const more = await copied();
    const file = fileOf(more.BACKUP_DIR, manifest.name, part);
    const { bytes } = manifest.parts[part];
    // Also at the ends of the header and of a piece.
    for (const length of [bytes - 1, 51 + 1024 * 1024 + 16, Math.ceil(bytes / 2), 51, 0]) {
      if (length >= bytes) continue;
      await truncate(file, length);
      await expect(check(more)).rejects.toThrow(/cut off|no part of a backup/);
    }
  });

  it('when its manifest was changed', async () => {
    const more = await copied();
    const file = fileOf(more.BACKUP_DIR, manifest.name, 'json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"rows": 1,', '"rows": 2,'));
    await expect(check(more)).rejects.toThrow('was changed');
  });

  it('with keys of another key file, or without one that its data keys are wrapped with', async () => {
    await expect(check({}, parseKeys(makeKeys()))).rejects.toThrow(
      'APP_KEYS: the key k1 of fields is not the key of that name',
    );
    const text = JSON.parse(deps.settings.APP_KEYS ?? '');
    const replaced = { ...text, fields: [{ id: 'k2', secret: makeKeySecret() }] };
    await expect(check({}, parseKeys(JSON.stringify(replaced)))).rejects.toThrow(
      'APP_KEYS lacks the key k1 of fields',
    );
  });

  it('under a name that leads out of the folder', async () => {
    await expect(check({}, rings, '../manifest')).rejects.toThrow('A backup has a name such as');
  });

  it('for databases that have something in them', async () => {
    const backup = await check();
    await client.db(other.AUDIT_DATABASE).collection('entries').insertOne({ of: 'somebody' });
    await expect(restore(backup)).rejects.toThrow('is not empty: with --replace');
    expect(await client.db(other.PORTAL_DATABASE).collections()).toEqual([]);
  });

  it('while a site runs on them, even with --replace', async () => {
    const backup = await check();
    await portal().collection('key_holders').insertOne({ seen_at: new Date() });
    await expect(restore(backup, true)).rejects.toThrow('A site or worker runs on this database');
  });
});

describe('a restored backup', () => {
  let differences: string[];
  beforeAll(async () => {
    differences = await restore(await check());
  });
  afterAll(dropOther);

  it('has the same rows, indexes, pictures, people and documents', async () => {
    expect(differences).toEqual([]);
    const counted = manifest.collections.filter(({ rows }) => rows > 0);
    expect(counted.map(({ database }) => database)).toEqual(
      expect.arrayContaining(['cms', 'portal', 'audit']),
    );
    const indexes = async (db: string) =>
      (await client.db(db).collection('clients').indexes()).map(({ name }) => name);
    expect(await indexes(other.PORTAL_DATABASE)).toEqual(await indexes(deps.settings.PORTAL_DATABASE));
    expect(await readFile(join(target.DATA_DIR, 'media/small/picture.png'))).toEqual(picture);
    const keys = await openDataKeys(rings, portal());
    const row = await clientsCollection.rows(portal()).findOne({ _id: clientId as never });
    const ring = await keys.of(clientId);
    expect(clientsCollection.decrypt(ring, clientId, 'ssn', String(row?.ssn))).toBe(registration.ssn);
    const { pdfRenderer } = deps;
    const store = makeStore(target, portal());
    const documents = makeDocuments({ portal: portal(), keys, store, pdfRenderer, writers: {} as never });
    const document = await documentsCollection.rows<StoredDocument>(portal()).findOne({});
    const { content } = await documents.read(String(document?._id));
    expect((await PDFDocument.load(content)).getPageCount()).toBeGreaterThan(0);
  });

  it('accepts none of the sessions that it had', async () => {
    expect(manifest.collections.find(({ name }) => name === 'client_sessions')?.rows).toBe(1);
    expect(await portal().collection('client_sessions').countDocuments()).toBe(0);
  });

  it('stops the audit log where its folder knows a later end, until that is accepted on record', async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'later-'));
    const later = await openServerAuditLog({ portal: deps.portal, settings: { ...settings, DATA_DIR } });
    await later.record({ actor: 'staff:one', action: 'clients.detail', subject: clientId });
    await later.stop();
    const audit = await openServerAuditLog({ portal: portal(), settings: { ...target, DATA_DIR } });
    expect(await audit.fault()).toContain('is gone or was changed');
    expect(await audit.acceptRestore('server')).toMatchObject({ action: 'audit.acceptRestore' });
    await audit.stop();
  });

  it('holds its mail and jobs until it is released, whatever starts meanwhile', async () => {
    const keys = await openDataKeys(rings, portal());
    const restored = { ...deps, settings: target, portal: portal(), keys };
    const jobs = makeJobs(listJobs(restored), restored);
    for (const name of ['mail', 'retention']) expect(await jobs.runDue(name)).toBe(0);
    expect(await readdir(target.DATA_DIR)).not.toContain('mail');
    expect(await releaseRestored(client.db(other.PORTAL_DATABASE))).toBe(manifest.name);
    // The others know within a second.
    expect(await makeJobs(listJobs(restored), restored).runDue('mail')).toBeGreaterThan(0);
    expect(await readdir(target.DATA_DIR)).toContain('mail');
    expect(await releaseRestored(client.db(other.PORTAL_DATABASE))).toBeNull();
  });

  it('that came to no end can be restored again and not be released', async () => {
    await portal()
      .collection('holds')
      .insertOne({ _id: 'restore' as never, since: new Date() });
    await portal().collection('clients').insertOne({ half: true });
    // As once its processes have ended.
    await portal().collection('key_holders').deleteMany({});
    await expect(releaseRestored(client.db(other.PORTAL_DATABASE))).rejects.toThrow(
      'did not come to its end',
    );
    expect(await restore(await check(), true)).toEqual([]);
    expect(await portal().collection('clients').countDocuments()).toBe(1);
  });
});

describe('a backup', () => {
  it('needs no more rights than the database user of the site has', async () => {
    const site = await mongoose.createConnection(inject('siteUri')).asPromise();
    const names = { CMS_DATABASE: 'cms', PORTAL_DATABASE: 'portal', AUDIT_DATABASE: 'audit' };
    const BACKUP_DIR = await mkdtemp(join(folder, 'site-'));
    const made = await backUp({
      client: site.getClient(),
      rings,
      settings: { ...settings, ...names, BACKUP_DIR },
    });
    await site.close();
    expect(made.collections.map(({ database, name }) => `${database}.${name}`)).toContain('audit.entries');
  });

  it('can be read after BACKUP_KEY was changed, while the former one follows the new one', async () => {
    const BACKUP_KEY = [makeKeySecret(), settings.BACKUP_KEY].join();
    await expect(check({ BACKUP_KEY: makeKeySecret() })).rejects.toThrow('BACKUP_KEY is not the key');
    const more = { ...(await copied()), BACKUP_KEY };
    const newer = await backUp({ client, rings, settings: { ...settings, ...more } });
    await rm(fileOf(more.BACKUP_DIR, manifest.name, 'keys'));
    const backup = await check(more);
    expect([backup.manifest.name, backup.keysOf.name]).toEqual([manifest.name, newer.name]);
    expect(await restore(backup)).toEqual([]);
    await dropOther();
  });

  it('says nothing of anybody, neither in its manifest nor in its parts', async () => {
    const names = await readdir(settings.BACKUP_DIR ?? '');
    expect(names.filter((name) => name.startsWith(manifest.name))).toHaveLength(3);
    for (const name of names) {
      const text = await readFile(join(settings.BACKUP_DIR ?? '', name), 'latin1');
      for (const value of [...Object.values(claimant), contractAnswers.ssn, 'signed_contracts.of', 'v2.own.'])
        expect(text).not.toContain(value);
    }
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const sums = ['backup_ones', 'backup_others'];
    for (const name of sums) await deps.portal.createCollection(name);
    const add = (from: number, count: number) =>
      inTransaction(deps.portal, async (session) => {
        const rows = Array.from({ length: count }, (_, at) => ({ _id: from + at, text: 'x'.repeat(200) }));
        for (const name of sums) await deps.portal.collection(name).insertMany(rows as never[], { session });
      });
    await add(0, 5_000);
    let written = 5_000;
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        await add(written, 10);
        written += 10;
      }
    })();
    const made = await backUp({ client, rings, settings });
    isDone = true;
    await writing;
    expect(await restore(await check({}, rings, made.name))).toEqual([]);
    const [ones, others] = await Promise.all(sums.map((name) => portal().collection(name).countDocuments()));
    expect(ones).toBe(others);
    expect(ones).toBeGreaterThanOrEqual(5_000);
    expect(written).toBeGreaterThan(ones ?? 0);
    await dropOther();
    for (const name of sums) await deps.portal.dropCollection(name);
    await removeBackup(made.name);
  });

  it('whose data keys have expired is read with those of a newer one, and who was deleted since is unreadable', async () => {
    const gone = await addClient(deps, { ssn: '213110002' });
    const older = await backUp({ client, rings, settings });
    await clientsCollection.remove(deps.portal, { _id: gone as never });
    const newer = await backUp({ client, rings, settings });
    await rm(fileOf(settings.BACKUP_DIR ?? '', older.name, 'keys'));
    const backup = await check({}, rings, older.name);
    expect(backup.keysOf.name).toBe(newer.name);
    expect(await restore(backup)).toEqual([]);
    const keys = await openDataKeys(rings, portal());
    const ssnOf = async (id: string) => {
      const row = await clientsCollection.rows(portal()).findOne({ _id: id as never });
      return clientsCollection.read(await keys.of(id), id, 'ssn', String(row?.ssn), deps);
    };
    expect([await ssnOf(clientId), await ssnOf(gone)]).toEqual([registration.ssn, unreadable]);
    for (const { name } of [older, newer]) await removeBackup(name);
    await dropOther();
  });
});

describe('a rehearsal', () => {
  const run = () => rehearse({ connection, client, rings, settings });

  it('opens what is in the newest backup, records that, and leaves no database behind', async () => {
    const { name, findings, faults } = await run();
    expect([name, faults]).toEqual([manifest.name, []]);
    expect(findings.join(' ')).toMatch(
      /\d+ rows of \d+ collections .* [1-9]\d* encrypted values .* a PDF with \d+ pages/,
    );
    expect(await deps.portal.collection('backups').findOne({ _id: 'rehearsal' as never })).toMatchObject({
      name: manifest.name,
      faults: [],
    });
    const { databases } = await client.db('admin').command({ listDatabases: 1, nameOnly: true });
    expect(databases.filter(({ name }: { name: string }) => name.startsWith('rehearsal_'))).toEqual([]);
  });

  it('needs no more rights than the database user of the site has', async () => {
    const site = await mongoose.createConnection(inject('siteUri')).asPromise();
    // The databases of the site's user have nothing to rehearse: what counts is what it may do beside them.
    const names = { CMS_DATABASE: 'cms', PORTAL_DATABASE: 'portal' };
    const options = {
      connection: site,
      client: site.getClient(),
      rings,
      settings: { ...settings, ...names },
    };
    expect((await rehearse(options)).faults).toEqual([]);
    await site.useDb('portal').collection('backups').deleteMany({});
    await site.close();
  });

  it('is a job that runs each week, each night while there are faults, and never before the first backup', async () => {
    const { run } = rehearseWhenDue({ portal: deps.portal, settings });
    const backups = deps.portal.collection<{ _id: string }>('backups');
    const runsAt = async (at: Date | null, faults: string[] = []) => {
      if (at)
        await backups.replaceOne({ _id: 'rehearsal' }, { at, name: 'one before', faults }, { upsert: true });
      else await backups.deleteMany({});
      await run(new AbortController().signal);
      return (await readBackupRecords(deps.portal)).rehearsal?.name === manifest.name;
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    expect(await runsAt(null)).toBe(false);
    await recordBackup(manifest, deps.portal);
    expect(await runsAt(daysAgo(6))).toBe(false);
    expect(await runsAt(daysAgo(7))).toBe(true);
    expect(await runsAt(daysAgo(1), ['one'])).toBe(true);
  });

  it('that is cut short because its process ends is no failure, and leaves nothing behind', async () => {
    await deps.portal.collection('backups').deleteOne({ _id: 'rehearsal' as never });
    await rehearseWhenDue({ portal: deps.portal, settings }).run(AbortSignal.abort());
    expect((await readBackupRecords(deps.portal)).rehearsal).toBeNull();
    expect(await client.db('rehearsal_portal').collections()).toEqual([]);
  });

  it('says when a contract or an encrypted value in it cannot be opened', async () => {
    await empty(deps, 'document_files.chunks', 'backups');
    const clients = clientsCollection.rows(deps.portal);
    await clients.updateOne({ _id: clientId as never }, { $set: { date_of_birth: 'v2.own.a.b.c' } });
    const made = await backUp({ client, rings, settings });
    const { faults } = await run();
    expect(faults).toEqual([
      '1 values of clients could not be decrypted.',
      'The newest signed contract could not be opened.',
    ]);
    await removeBackup(made.name);
  });
});

async function removeBackup(name: string): Promise<void> {
  for (const part of ['data', 'keys', 'json'] as const)
    await rm(fileOf(settings.BACKUP_DIR ?? '', name, part), { force: true });
}

it('reads the manifest that it wrote', async () => {
  const key = (await check()).partKeys.data;
  expect((await readManifest(settings.BACKUP_DIR ?? '', manifest.name, [key])).manifest).toEqual(manifest);
});
