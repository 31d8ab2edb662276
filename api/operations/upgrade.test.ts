import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { getForm } from '@claimdesk/forms/registry';
import mongoose, { type mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventId } from '#api/accounts/clients/events.ts';
import { type ClaimStepName, claimSteps } from '#api/casework/claims/claim-steps.ts';
import { readActivity } from '#api/casework/clients/read-activity.ts';
import { readDraft } from '#api/casework/intake/drafts.ts';
import { openMatter } from '#api/casework/matters/change-matter.ts';
import { profileKindNames } from '#api/casework/profile/profile-kinds.ts';
import { publishDue } from '#api/content/publish-when-due.ts';
import { openDeps } from '#api/open-deps.ts';
import { closedLog } from '#api/platform/audit/audit-chain.ts';
import { auditHeadsFile } from '#api/platform/audit/audit-heads.ts';
import { dataKeysName } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';
import { keyIdOfBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { makeKeySecret } from '#api/platform/keys/key-ring.ts';
import { readSettings, type Settings } from '#api/platform/settings.ts';
import { askCms, emptyDatabases } from '../../cms/testing.ts';
import { auditFaults, visitor } from '../../tests/setup/deps.ts';
import { collections as declaredCollections } from '../collections.ts';
import { baseline, migrations } from './migrations.ts';

/** The databases of an installation of 1.0, as its own code wrote them, with its keys. Limits and what ends within a day are left out. */
interface Installation {
  keys: object;
  credentials: {
    staff: { email: string; password: string };
    /** The link of somebody who was invited. */
    invitation: string;
    client: { ssn: string; pin: string; dateOfBirth: string };
    /** The secret of a draft, and the code to resume it with the client's date of birth. */
    draft: string;
    draftCode: string;
    editor: { email: string; password: string };
  };
  databases: Record<'portal' | 'audit' | 'cms', Record<string, mongo.BSON.Document[]>>;
}

const { EJSON } = mongoose.mongo.BSON;

/**
 * Of 1.0, commit 4bf25dfc, by its own start and calls of its procedures: content of editors, in every state; what visitors send;
 * clients with entries of every kind, documents, notes and a claim; accounts of staff; what was deleted; samples.
 */
const before = EJSON.parse(
  brotliDecompressSync(readFileSync(new URL('fixtures/version-1.0.json.br', import.meta.url))).toString(),
  { relaxed: false },
) as Installation;
const { credentials, databases } = before;
const had = (collection: string) => databases.portal[collection] ?? [];
const becameEvents = ['client_access_changes', 'client_changes', 'client_document_changes'];

interface Upgraded {
  settings: Settings;
  names: Record<'portal' | 'audit' | 'cms', string>;
  sites: Deps[];
  deps: Deps;
  /** Why a start with another key did not succeed. */
  refusal: string;
  end(): Promise<void>;
}

/** Makes rows that expire as recent as when they were written. */
function renew(): void {
  const day = 24 * 60 * 60_000;
  for (const row of Object.values(databases.portal).flat()) {
    for (const field of ['expires_at', 'link_expires_at'])
      if (row[field] instanceof Date) row[field] = new Date(Date.now() + 20 * day);
    for (const field of ['sent_at', 'dead_at', 'started_at'])
      if (row[field] instanceof Date && !('made_at' in row)) row[field] = new Date();
  }
  for (const collection of ['client_access_changes', 'client_sign_in_failures', 'removals'])
    for (const row of had(collection)) row.at = new Date();
}

/** @returns the keys of the installation with another value of the one that encrypts. */
function otherKeys(): string {
  const rings = structuredClone(before.keys) as Record<string, { secret: string }[]>;
  const [first] = rings.fields ?? [];
  if (first) first.secret = makeKeySecret();
  return JSON.stringify(rings);
}

/** Starts so many sites at the same moment on a copy of the installation. */
async function upgrade(client: mongo.MongoClient, count: number): Promise<Upgraded> {
  renew();
  const cms = process.env.CMS_DATABASE ?? '';
  const names = { portal: `upgraded_portal_${process.pid}`, audit: `upgraded_audit_${process.pid}`, cms };
  for (const [database, collections] of Object.entries(databases))
    for (const [collection, documents] of Object.entries(collections))
      await client
        .db(names[database as keyof typeof names])
        .collection(collection)
        .insertMany(documents);
  const settings = readSettings({
    ...process.env,
    PORTAL_DATABASE: names.portal,
    AUDIT_DATABASE: names.audit,
    APP_KEYS: JSON.stringify(before.keys),
  });
  const refusal = await openDeps({ ...settings, APP_KEYS: otherKeys() }).then(
    () => '',
    ({ message }: Error) => message,
  );
  await rm(join(settings.DATA_DIR, auditHeadsFile), { force: true });
  const sites = await Promise.all(Array.from({ length: count }, () => openDeps(settings)));
  for (const { payload } of sites) payload.destroy = async () => {};
  const [deps] = sites as [Deps];
  const end = async () => {
    for (const site of sites) await site.close();
    for (const name of [names.portal, names.audit]) await client.db(name).dropDatabase();
    await emptyDatabases(deps.payload);
  };
  return { settings, names, sites, deps, refusal, end };
}

/** @returns a digest of every document of every collection, but of what says which processes run. */
async function everything(
  client: mongo.MongoClient,
  names: Upgraded['names'],
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const name of Object.values(names))
    for (const collection of await client.db(name).collections()) {
      const { collectionName } = collection;
      if (/^(key_holders|system\.)/.test(collectionName)) continue;
      const hash = createHash('sha256');
      for await (const document of collection.find().sort({ _id: 1 })) hash.update(EJSON.stringify(document));
      digests[`${name} ${collectionName}`] = hash.digest('hex');
    }
  return digests;
}

async function bytesOf({ content }: { content: AsyncIterable<Uint8Array> }): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('data of 1.0', () => {
  let client: mongo.MongoClient;
  let upgraded: Upgraded;
  let deps: Deps;
  let call: ReturnType<typeof visitor>['call'];
  let id: string;
  beforeAll(async () => {
    client = await mongoose.mongo.MongoClient.connect(process.env.MONGODB_URI ?? '');
    // As in a deployment that has several sites.
    upgraded = await upgrade(client, 2);
    ({ deps } = upgraded);
    id = String(had('clients').find(({ identity_status }) => identity_status === 'verified')?._id);
    const staff = visitor(deps);
    await staff.call.staff.signInWithEmail(credentials.staff);
    ({ call } = staff);
  });
  afterAll(async () => {
    await upgraded.end();
    await client.close();
  });

  it('is not touched with another key than the one that encrypted it', async () => {
    expect(upgraded.refusal).toMatch(/^APP_KEYS: the key k\d of fields is not the key of that name /);
  });

  it('is migrated once, by one of two sites that start together', async () => {
    const done = await deps.portal
      .collection<{ _id: string }>('migrations')
      .find({ done_at: { $ne: null } })
      .toArray();
    const known = [...had('migrations').map(({ _id }) => _id), ...migrations.map((each) => each.id)];
    expect(done.map(({ _id }) => _id).sort()).toEqual(known.sort());
    expect(known).toContain(baseline);
  });

  it('is in declared collections only, which retention deletes from', async () => {
    const found = await deps.portal.getClient().db(upgraded.names.portal).collections();
    const names = found.map(({ collectionName }) => collectionName);
    const declared = declaredCollections.map(({ name }) => name);
    // Files have keys and rows that say how long they stay.
    const files = ['document_files.chunks', 'document_files.files'];
    expect(names.sort()).toEqual([...declared, ...files, 'migrations'].sort());
  });

  it('loses nothing by the start, and is changed by no further one', async () => {
    for (const [database, collections] of Object.entries(databases))
      for (const [collection, documents] of Object.entries(collections)) {
        const name = upgraded.names[database as keyof typeof databases];
        // Files are stored anew, under the keys of their owners.
        const isFile = collection.startsWith('document_files.');
        const ids = { _id: { $in: documents.map(({ _id }) => _id) } };
        const stored = await client
          .db(name)
          .collection(becameEvents.includes(collection) ? 'events' : collection)
          .countDocuments(isFile ? {} : ids);
        expect([collection, stored]).toEqual([collection, documents.length]);
      }
    const once = await everything(client, upgraded.names);
    expect(Object.keys(once).length).toBeGreaterThan(70);
    const again = await openDeps(upgraded.settings);
    again.payload.destroy = async () => {};
    await again.close();
    expect(await everything(client, upgraded.names)).toEqual(once);
  });

  /** Where the key ring itself encrypts, and not the data key of an owner, or values are as long as their text. */
  async function underRing(): Promise<string[]> {
    const found: string[] = [];
    for (const { name, rows } of declaredCollections)
      for await (const row of rows(deps.portal).find({}))
        if (name !== dataKeysName && /"v1\./.test(JSON.stringify(row))) found.push(name);
    for await (const { filename } of deps.portal.collection('document_files.files').find({}))
      if (keyIdOfBytes(await deps.store.get(filename)) !== 'own') found.push(filename);
    return found;
  }

  it('is under the data keys of its owners, also after a migration that ended halfway', async () => {
    expect(await underRing()).toEqual([]);
    // As a process leaves it that ends in the middle: some rows and files as 1.0 wrote them, the others done.
    for (const name of ['case_evaluations', 'clients', 'signed_contracts', 'medical_treatments']) {
      const [row] = had(name);
      await deps.portal.collection(name).replaceOne({ _id: row?._id }, row ?? {});
    }
    const [file] = had('document_files.files');
    const chunks = had('document_files.chunks').filter(({ files_id }) => files_id.equals(file?._id));
    await deps.store.put(file?.filename, Buffer.concat(chunks.map(({ data }) => data.buffer)));
    const migration = { _id: '2026-11-29-padded-values' };
    const records = deps.portal.collection<{ _id: string }>('migrations');
    await records.updateOne(migration, { $set: { done_at: null } });
    expect(await underRing()).toHaveLength(5);
    const again = await openDeps(upgraded.settings);
    again.payload.destroy = async () => {};
    await again.close();
    expect(await underRing()).toEqual([]);
  });

  it('is found by the tokens of this version, also after a migration that ended halfway', async () => {
    const searched = declaredCollections.filter(({ name }) =>
      had(name).some(({ search_tokens }) => search_tokens),
    );
    const old = async () => {
      const left = { search_tokens: { $exists: true }, 'search_tokens.v': { $ne: 2 } };
      const counts = searched.map(({ rows }) => rows(deps.portal).countDocuments(left));
      return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
    };
    expect(searched.length).toBeGreaterThan(5);
    for (const { name } of searched) {
      const [row] = had(name);
      const { search_tokens } = row ?? {};
      await deps.portal.collection(name).updateOne({ _id: row?._id }, { $set: { search_tokens } });
    }
    expect(await old()).toBe(searched.length);
    await deps.portal
      .collection<{ _id: string }>('migrations')
      .updateOne({ _id: '2026-11-29-search-tokens' }, { $set: { done_at: null } });
    const again = await openDeps(upgraded.settings);
    again.payload.destroy = async () => {};
    await again.close();
    expect(await old()).toBe(0);
    const { id: search } = await call.lists.search({ query: "canaria o'testwright" });
    expect((await call.clients.list({ search })).rows.map((each) => each.id)).toEqual([id]);
    expect((await call.contracts.list({ search })).rows).toHaveLength(1);
  });

  it('has a matter for each contract, with its client’s claim and the date to come, also after a migration that ended halfway', async () => {
    const rows = (name: string) => deps.portal.collection(name);
    const linked = had('client_links').find(({ kind }) => kind === 'contract')?.record;
    async function check(): Promise<void> {
      expect(await rows('matters').countDocuments()).toBe(had('signed_contracts').length);
      const number = String((await rows('matters').findOne({ contract: linked }))?._id);
      const { matter, events, duties } = await openMatter(number, deps);
      expect(matter).toMatchObject({ level: 'hearing', status: 'at-agency', outcome: null });
      expect(events.map(({ kind, sequence }) => [sequence, kind])).toEqual([
        [1, 'contract signed'],
        [2, 'claim update'],
        [3, 'claim update'],
        [4, 'task'],
      ]);
      expect(events[2]).toMatchObject({ step: 'hearing', needed: 'Your letters', source: 'staff' });
      const [, update] = had('claim_updates');
      expect(events[2]?.by).toBe(update?.staff);
      expect(duties.map(({ title, state }) => [title, state]).sort()).toEqual([
        ['Countersign the fee agreement', 'waived'],
        ['File the SSA-1696 and fee agreement', 'open'],
        ['Get the SSA-1696 signed by both', 'waived'],
        ['Hearing', 'open'],
        ['Send the SSA-1696 and fee agreement', 'waived'],
      ]);
      const { next } = (await call.clients.claim({ id }))[0] ?? {};
      expect(duties.find(({ title }) => title === 'Hearing')).toMatchObject({
        due: next?.day,
        appointment: { time: next?.time },
      });
    }
    await check();
    const other = await rows('matters').findOne({ contract: { $ne: linked } });
    await rows('matters').deleteOne({ _id: other?._id });
    for (const name of ['events', 'duties']) await rows(name).deleteMany({ matter: other?._id });
    for (const name of ['events', 'duties'])
      await rows(name).deleteMany({ [name === 'events' ? 'name' : 'rule']: /task/ });
    await deps.portal
      .collection<{ _id: string }>('migrations')
      .updateOne({ _id: '2026-11-30-matters' }, { $set: { done_at: null } });
    const again = await openDeps(upgraded.settings);
    again.payload.destroy = async () => {};
    await again.close();
    await check();
  });

  it('is all read by staff: what people sent, with its decisions', async () => {
    const evaluations = (await call.evaluations.list({})).rows;
    expect(evaluations).toHaveLength(had('case_evaluations').length);
    const details = await Promise.all(evaluations.map((each) => call.evaluations.detail({ id: each.id })));
    expect(details.map(({ status }) => status).sort()).toEqual(['approved', 'pending', 'pending']);
    expect(details.find(({ status }) => status === 'approved')).toMatchObject({ reviewedBy: 'Robin' });
    // Senders of 1.0 were promised a call within 24 hours.
    expect(details.filter(({ callBy }) => callBy !== null)).toHaveLength(2);
    const [application] = (await call.applications.list({})).rows;
    expect(await call.applications.detail({ id: application?.id ?? '' })).toMatchObject({
      status: 'approved',
    });
    const requests = (await call.callRequests.list({})).rows;
    expect(requests.map(({ name }) => name).sort()).toEqual(['Jo Canary', 'Pat Canary']);
    const contracts = (await call.contracts.list({})).rows;
    expect(contracts.map(({ name }) => name).sort()).toEqual(["Canaria O'Testwright", "Otis O'Testwright"]);
    for (const { id: contract } of contracts) {
      const { content } = await call.contracts.file({ id: contract });
      expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    }
    const shown = await Promise.all(contracts.map((each) => call.contracts.detail({ id: each.id })));
    expect(JSON.stringify([details, application, requests, shown])).not.toMatch(/unreadable/i);
    expect(await call.retention.removals()).toMatchObject([{ reason: 'Was sent twice' }]);
    expect((await call.retention.report()).runs).toHaveLength(had('retention_runs').length);
  });

  it('is all read by staff: the client, with notes, claim, documents and history', async () => {
    const clients = (await call.clients.list({})).rows;
    expect(clients).toHaveLength(had('clients').length);
    expect(clients).toContainEqual(expect.objectContaining({ id, name: "Canaria O'Testwright" }));
    expect((await call.clients.list({ status: 'waiting' })).rows).toHaveLength(had('clients').length);
    const record = await call.clients.detail({ id });
    const notes = (await call.clients.notes({ id })).rows;
    expect(notes.map(({ text, who }) => [text, who])).toEqual([
      ['It is in Newark.', 'Robin'],
      ['Canary asked for the hearing office.', 'Robin'],
    ]);
    expect(await call.clients.claim({ id })).toMatchObject([
      { version: 2, step: 'hearing', needed: 'Your letters', next: { kind: 'hearing', time: '13:30' } },
      { version: 1, step: 'filed', needed: null },
    ]);
    const documents = await call.clients.documents({ id });
    expect(documents).toHaveLength(had('client_documents').filter(({ state }) => state === 'stored').length);
    for (const { id: document, ending } of documents) {
      const bytes = await bytesOf(await call.clients.documentFile({ id, document }));
      const begins = ending === 'pdf' ? '%PDF' : '\xff\xd8\xff';
      expect(bytes.toString('latin1').startsWith(begins)).toBe(true);
    }
    const timeline = await call.clients.timeline({ id });
    expect(await call.profile.notices({ id })).toMatchObject([{ how: 'letter' }]);
    const printed = await call.clients.printRecord({ id });
    expect(JSON.stringify([record, notes, documents, timeline, printed])).not.toMatch(/unreadable/i);
  });

  it('is all read by the client, who signs in with number and PIN', async () => {
    const who = visitor(deps);
    const { ssn, pin } = credentials.client;
    const { token } = await who.call.clients.open({ form: 'client-login' });
    await who.call.clients.signIn({ answers: { ssn, pin }, token });
    expect(await who.call.clients.me()).toMatchObject({ firstName: 'Canaria' });
    for (const kind of profileKindNames) {
      const entries = await who.call.profile.list({ kind });
      expect([kind, entries.length]).toEqual([kind, 1]);
      expect(JSON.stringify(entries)).not.toMatch(/unreadable/i);
    }
    expect(await who.call.uploads.list()).toHaveLength(
      had('client_documents').filter(({ receipt }) => receipt).length,
    );
    expect(JSON.stringify(await who.call.claims.mine())).toContain('Your letters');
    expect(await who.call.clients.reveals()).toHaveLength(1);
    const { events } = await who.call.clients.activity({});
    expect(events.find(({ what }) => what === 'revealed')).toMatchObject({ why: 'For the form' });
    expect(events.length).toBeGreaterThan(5);
    expect((await who.call.downloads.list()).length).toBe(4);
  });

  it('has the whole history of the client, as 1.0 showed it to staff and to the client', async () => {
    const own = (collection: string) => had(collection).filter(({ client_id }) => client_id === id);
    const [access, entries, documents] = becameEvents.map(own);
    const registered = had('clients').find(({ _id }) => _id === id)?.created_at;
    const who = (staff: unknown) =>
      staff ? { staff: had('staff').find(({ _id }) => _id === staff)?.name ?? null } : 'client';
    const plain = (collection: string, row: mongo.BSON.Document, field: string) => {
      const address = { collection, field, document: String(row._id) };
      return row[field] ? decrypt(deps.keys.fields, row[field], address) : '';
    };
    const since = databases.audit.entries?.at(-1)?.at;
    const accessText = (row: mongo.BSON.Document) => plain('client_access_changes', row, 'reason');
    const documentText = (row: mongo.BSON.Document) =>
      ['title', 'reason'].map((field) => plain('client_document_changes', row, field)).filter(Boolean);

    const matched = /^(contract-(signed|pdf-made)|evaluation-sent|call-asked)$/;
    const shown = [];
    for (let cursor: string | null = null, isMore = true; isMore; isMore = cursor !== null) {
      const page: Awaited<ReturnType<typeof call.clients.timeline>> = await call.clients.timeline({
        id,
        cursor,
      });
      shown.push(...page.events.filter(({ name }) => !matched.test(name)));
      cursor = page.next;
    }
    expect(shown.map(({ id, name, who, text }) => [id, name, who, text]).sort()).toEqual(
      [
        [eventId(registered, id).toHexString(), 'registered', 'client', null],
        ...own('claim_updates').map((row) => [
          ...[String(row._id), 'claim-set', who(row.staff)],
          claimSteps[row.step as ClaimStepName].title,
        ]),
        ...own('client_links').map((row) => [
          ...[String(row._id), `${row.kind}-${row.state}`, who(row.staff)],
          plain('client_links', row, 'reason'),
        ]),
        ...own('client_notes').map((row) => [
          ...[String(row._id), row.corrects ? 'note-corrected' : 'note-added', who(row.author)],
          plain('client_notes', row, 'text'),
        ]),
        ...own('agency_notices').flatMap(({ _id, made_at, sent_at, staff }) => [
          [eventId(made_at, String(_id)).toHexString(), 'notice-made', 'client', null],
          [eventId(sent_at, String(_id)).toHexString(), 'notice-sent', who(staff), 'By letter'],
        ]),
        ...(access ?? []).map((row) => [String(row._id), row.change, who(row.staff), accessText(row)]),
        ...(entries ?? []).map((row) => [
          ...[String(row._id), `entry-${row.deed}`, 'client'],
          getForm(row.form).ui.title,
        ]),
        ...(documents ?? []).map((row) => [
          ...[String(row._id), `document-${row.change}`, who(row.staff)],
          documentText(row).join('. '),
        ]),
      ].sort(),
    );

    const told = /^(clients\.(signIn|confirmWithCode|detail)|uploads\.(send|begin))$/;
    const calls = (databases.audit.entries ?? []).filter(
      ({ action, subject }) => subject === id && told.test(action),
    );
    const activity = [];
    for (let cursor: string | null = null, isMore = true; isMore; isMore = cursor !== null) {
      const page = await readActivity({ clientId: id, cursor }, deps);
      // The access changes were made recent, and this test reads the record too.
      activity.push(...page.events.filter(({ what, at }) => !what.includes('.') || new Date(at) <= since));
      cursor = page.next;
    }
    expect(calls).toHaveLength(5);
    expect(activity.map(({ by, what }) => [by, what]).sort()).toEqual(
      [
        ...(access ?? []).map(({ change }) => ['office', change]),
        ...(entries ?? []).map(({ deed }) => ['client', `entry-${deed}`]),
        ...calls.map(({ actor, action }) => [actor.startsWith('client') ? 'client' : 'office', action]),
      ].sort(),
    );
  });

  it('takes over what a process of 1.0 writes beside it, while sites are updated', async () => {
    const [row] = had('client_changes');
    const { client_id, deed, form } = row ?? {};
    const made = (change: number) => ({ client_id, change, deed, form, at: new Date() });
    const { insertedId } = await deps.portal.collection('client_changes').insertOne(made(99));
    // Where a run was interrupted, what it moved first is an event already.
    const moving = deps.portal.collection('client_changes_moving');
    const left = await moving.insertMany([{ ...row }, made(98)]);
    const taken = { _id: { $in: [insertedId, left.insertedIds[1] as mongo.BSON.ObjectId] } };
    const entry = { actor: `client:${id}`, action: 'clients.signIn', subject: id, at: new Date() };
    const place = await deps.audit.record(entry);
    const signIns = () =>
      deps.portal
        .collection('events')
        .countDocuments({ client_id: id, name: 'clients.signIn', at: entry.at });
    const before = await deps.portal.collection('events').countDocuments({ kind: 'entry' });
    // What stays where it is has one event too, whichever version wrote it.
    await call.clients.addNote({ id, key: randomUUID(), text: 'By this version' });
    const [update] = had('claim_updates');
    const _id = new mongoose.mongo.ObjectId();
    await deps.portal
      .collection('claim_updates')
      .insertOne({ ...update, _id, version: 3, at: new Date(), key: randomUUID() });
    const events = async () => {
      const found = await call.clients.timeline({ id });
      return found.events.filter(({ name }) => /^(claim|note|notice)-/.test(name)).length;
    };
    const others = await events();
    for (const count of [1, 2, 2]) {
      await deps.portal.collection('schedules').deleteMany({ _id: 'history' as never });
      expect(await deps.jobs.runDue('history')).toBe(1);
      expect(await deps.portal.collection('events').countDocuments(taken)).toBe(count);
      expect(await deps.portal.collection('events').countDocuments({ kind: 'entry' })).toBe(before + count);
      expect([place > 0, await signIns(), await events()]).toEqual([true, 1, others + 1]);
    }
  });

  it('has the accounts of staff, with their ways to sign in, and an invitation that can still be used', async () => {
    const accounts = await call.staffAccounts.list();
    expect(accounts.map(({ name, role, state }) => [name, role, state]).sort()).toEqual([
      ['Kim', 'reviewer', 'active'],
      ['Robin', 'admin', 'active'],
      ['Sam', 'read_only', 'invited'],
      ['Shared password', 'admin', 'active'],
    ]);
    const kim = accounts.find(({ name }) => name === 'Kim')?.id ?? '';
    expect(await call.staffAccounts.detail({ id: kim })).toMatchObject({ twoStep: true, passkeys: 1 });
    const sam = visitor(deps);
    await sam.call.staff.setPassword({
      link: credentials.invitation,
      password: 'seven lantern kettle orchard',
    });
    expect(await sam.call.staff.me()).toMatchObject({ name: 'Sam' });
    // That Sam is told of the password is none of the emails of 1.0.
    const told = await deps.portal.collection('outbox').deleteMany({ kind: 'staff-security' });
    expect(told.deletedCount).toBe(1);
  });

  it('has the draft that somebody left, and its code', async () => {
    const { answers } = await readDraft(credentials.draft, 'case-evaluation', deps);
    expect(answers).toEqual({ receiving_benefits: 'no', applied_before: 'no', has_lawyer: 'no' });
    const who = visitor(deps);
    const [year = '', month = '', day = ''] = credentials.client.dateOfBirth.split('-');
    const birth = { year, month, day };
    await who.call.intake.resumeByCode({ form: 'case-evaluation', code: credentials.draftCode, birth });
    expect(await who.call.intake.open({ form: 'case-evaluation' })).toMatchObject({
      values: { receiving_benefits: 'no' },
    });
  });

  it('has the content, public and not, and its editors', async () => {
    const { call: anyone } = visitor(deps);
    expect(await anyone.content.articles()).toMatchObject([{ title: 'How to appeal' }]);
    const { docs } = await deps.payload.find({ collection: 'articles', draft: true, sort: 'slug' });
    expect(docs).toMatchObject([
      { title: 'How to appeal, anew', _status: 'draft' },
      { title: 'Published later', _status: 'draft' },
    ]);
    expect((await anyone.content.article({ slug: 'how-to-appeal' }))?.html).toContain('<img');
    expect(await anyone.content.redirect({ path: '/articles/old-address' })).toMatchObject({
      to: '/articles/how-to-appeal',
    });
    expect(JSON.stringify(await anyone.content.faq())).toContain('Is it kept?');
    expect(JSON.stringify(await anyone.content.testimonials({ show: 'all' }))).toContain(
      'They called me back.',
    );
    expect(await anyone.content.page({ slug: 'careers' })).toMatchObject({ title: 'Careers' });
    expect(await anyone.content.page({ slug: 'old-careers' })).toBeNull();
    const { attorneys } = await anyone.attorneys.search({ q: 'apple canary' });
    expect(attorneys).toMatchObject([{ name: 'Canary Applewright' }]);
    expect(await call.samples.count()).toMatchObject({
      phrase: '1 testimonial, 2 attorneys, and 1 person who works here',
    });
    const signedIn = await askCms(deps.payload, '/users/login', { json: credentials.editor });
    expect(signedIn.status).toBe(200);
  });

  it('has the change that an editor scheduled, which is then made', async () => {
    const {
      deps: { payload },
    } = upgraded;
    await payload.update({
      collection: 'payload-jobs',
      where: {},
      data: { waitUntil: new Date().toISOString() },
    });
    await publishDue(deps);
    const titles = (await visitor(deps).call.content.articles()).map(({ title }) => title);
    expect(titles).toContain('Published later');
  });

  it('has the emails and notices that waited, which are then sent', async () => {
    const queued = () => deps.portal.collection('outbox').countDocuments({ state: 'queued' });
    expect([await queued(), had('staff_notices').length]).toEqual([1, 8]);
    expect(await deps.jobs.runDue('staff-notices')).toBe(1);
    expect(await queued()).toBe(2);
    expect(await deps.jobs.runDue('mail')).toBe(2);
    expect([await queued(), await deps.portal.collection('staff_notices').countDocuments()]).toEqual([0, 0]);
  });

  it('has the audit log, whole, to which new entries are added', async () => {
    expect(await auditFaults(deps)).toEqual([]);
    const before = databases.audit.entries?.length ?? 0;
    expect(await deps.audit.entries.countDocuments()).toBeGreaterThan(before + 1);
    expect(await deps.audit.entries.find({ action: closedLog }).toArray()).toMatchObject([
      { _id: before + 1, details: { entries: before, faults: 0 } },
    ]);
  });
});
