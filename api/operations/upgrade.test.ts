import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import mongoose, { type mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDraft } from '#api/casework/intake/drafts.ts';
import { profileKindNames } from '#api/casework/profile/profile-kinds.ts';
import { preparePdfs } from '#api/casework/uploads/prepare-pdfs.ts';
import { openDeps } from '#api/open-deps.ts';
import { verifyAudit } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readSettings, type Settings } from '#api/platform/settings.ts';
import { emptyDatabases } from '../../cms/testing.ts';
import { visitor } from '../../tests/setup/deps.ts';

/** The databases of an installation of another version, as its own code wrote them, with its keys. Sessions, limits and what expires are left out. */
interface Installation {
  keys: object;
  credentials: {
    staff: { email: string; password: string };
    client: { ssn: string; pin: string; dateOfBirth: string };
    /** The secret of a draft. */
    draft?: string;
  };
  databases: Record<'portal' | 'audit', Record<string, mongo.BSON.Document[]>> & {
    /** Left out where only people's data was kept. */
    cms?: Record<string, mongo.BSON.Document[]>;
  };
}

const { EJSON } = mongoose.mongo.BSON;

function readInstallation(name: string): Installation {
  const packed = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const text = name.endsWith('.gz') ? gunzipSync(packed) : brotliDecompressSync(packed);
  return EJSON.parse(text.toString(), { relaxed: false }) as Installation;
}

let client: mongo.MongoClient;
beforeAll(async () => {
  client = await mongoose.mongo.MongoClient.connect(process.env.MONGODB_URI ?? '');
});
afterAll(() => client.close());

interface Upgraded {
  settings: Settings;
  names: Record<'portal' | 'audit' | 'cms', string>;
  sites: Deps[];
  deps: Deps;
  end(): Promise<void>;
}

/** Makes rows that expire as recent as when they were written. */
function renew({ drafts = [], client_access_changes = [] }: Installation['databases']['portal']): void {
  for (const draft of drafts) draft.expires_at = new Date(Date.now() + 28 * 24 * 60 * 60_000);
  for (const change of client_access_changes) change.at = new Date();
}

/** Starts so many sites at the same moment on a copy of an installation. */
async function upgrade({ keys, databases }: Installation, count: number): Promise<Upgraded> {
  renew(databases.portal);
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
    APP_KEYS: JSON.stringify(keys),
  });
  const sites = await Promise.all(Array.from({ length: count }, () => openDeps(settings)));
  for (const { payload } of sites) payload.destroy = async () => {};
  const [deps] = sites as [Deps];
  const end = async () => {
    for (const site of sites) await site.close();
    for (const name of [names.portal, names.audit]) await client.db(name).dropDatabase();
    await emptyDatabases(deps.payload);
  };
  return { settings, names, sites, deps, end };
}

/** After `npm run demo:data`, two contracts, decisions and calls of staff. */
describe('data of an earlier version', () => {
  const before = readInstallation('earlier-version.json.gz');
  const { portal: had } = before.databases;
  const numberOf = (collection: string) => had[collection]?.length ?? 0;
  let upgraded: Upgraded;
  let deps: Deps;
  let staff: ReturnType<typeof visitor>;
  beforeAll(async () => {
    // The installation had confirmed accounts only. With the number of this one a contract was signed.
    Object.assign(had.clients?.[0] ?? {}, { identity_status: 'unverified' });
    // As in a deployment that has several sites.
    upgraded = await upgrade(before, 2);
    ({ deps } = upgraded);
    staff = visitor(deps);
    await staff.call.staff.signInWithEmail(before.credentials.staff);
  });
  afterAll(() => upgraded.end());

  it('can all be read by staff after the update', async () => {
    const { call } = staff;
    const evaluations = (await call.evaluations.list({})).rows;
    expect(evaluations).toHaveLength(numberOf('case_evaluations'));
    for (const { id } of evaluations)
      expect(JSON.stringify(await call.evaluations.detail({ id }))).not.toContain('Unreadable');
    const applications = (await call.applications.list({})).rows;
    expect(applications).toHaveLength(numberOf('attorney_applications'));
    for (const { id } of applications) await call.applications.detail({ id });
    const contracts = (await call.contracts.list({})).rows;
    expect(contracts).toHaveLength(numberOf('signed_contracts'));
    for (const { id } of contracts) {
      expect((await call.contracts.detail({ id })).name).toMatch(/^(Dana Rivera|Sam Sample)$/);
      const { content } = await call.contracts.file({ id });
      expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    }
    const clients = (await call.clients.list({})).rows;
    expect(clients).toHaveLength(numberOf('clients'));
    for (const { id } of clients) await call.clients.detail({ id });
  });

  it('keeps decisions with who made them', async () => {
    const { rows } = await staff.call.evaluations.list({});
    const details = await Promise.all(rows.map(({ id }) => staff.call.evaluations.detail({ id })));
    const byReviewer = details.filter(({ reviewedBy }) => reviewedBy === 'Reviewer');
    expect(byReviewer.map(({ status }) => status).sort()).toEqual(['approved', 'rejected']);
  });

  it('lets clients sign in with their number and PIN, and tells them what was looked at', async () => {
    const { ssn, pin } = before.credentials.client;
    const who = visitor(deps);
    const { token } = await who.call.clients.open({ form: 'client-login' });
    await who.call.clients.signIn({ answers: { ssn, pin }, token });
    expect(await who.call.clients.me()).toMatchObject({ endsInMs: expect.any(Number) });
    expect(await who.call.clients.reveals()).toHaveLength(numberOf('client_access_changes') > 0 ? 1 : 0);
  });

  it('has the unverified accounts with whose number a contract was signed in the list of those who wait', async () => {
    const { rows } = await staff.call.clients.list({ status: 'waiting' });
    expect(rows.map(({ id }) => id)).toEqual([String(had.clients?.[0]?._id)]);
  });

  it('leaves the audit log whole, to which new entries are added', async () => {
    const { audit } = before.databases;
    const { count, faults } = await verifyAudit(deps.audit.entries);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(audit.entries?.length ?? 0);
  });

  it('is migrated once, by one of two sites that start together', async () => {
    const done = await deps.portal.collection('migrations').find().toArray();
    expect(done.length).toBeGreaterThanOrEqual(numberOf('migrations'));
    expect(new Set(done.map(({ _id }) => String(_id))).size).toBe(done.length);
  });
});

/** @returns a digest of every document of every collection, but of what says which processes run. */
async function everything(names: Upgraded['names']): Promise<Record<string, string>> {
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

/**
 * Of commit 1ae50af, by its own start and calls of its procedures: content of an editor; evaluations, an application, a
 * contract, a request for a call and a draft; a client with an entry of every kind and documents sent; documents, notes, claim
 * updates and decisions of staff, who are three accounts.
 */
describe('data of the version before', () => {
  const before = readInstallation('previous-version.json.br');
  const { client: person } = before.credentials;
  const had = (collection: string) => before.databases.portal[collection] ?? [];
  let upgraded: Upgraded;
  let deps: Deps;
  let call: ReturnType<typeof visitor>['call'];
  let id: string;
  beforeAll(async () => {
    upgraded = await upgrade(before, 1);
    ({ deps } = upgraded);
    id = String(had('clients')[0]?._id);
  });
  afterAll(() => upgraded.end());

  it('is changed by the first start, if at all, and not by the next', async () => {
    const once = await everything(upgraded.names);
    expect(Object.keys(once).length).toBeGreaterThan(40);
    const again = await openDeps(upgraded.settings);
    again.payload.destroy = async () => {};
    await again.close();
    expect(await everything(upgraded.names)).toEqual(once);
    const staff = visitor(deps);
    await staff.call.staff.signInWithEmail(before.credentials.staff);
    ({ call } = staff);
  });

  it('has the client with documents that nobody opened in the list of those who wait', async () => {
    expect((await call.clients.list({ status: 'waiting' })).rows).toMatchObject([{ id }]);
  });

  it('is all read by staff: what people sent, with its decisions', async () => {
    const evaluations = (await call.evaluations.list({})).rows;
    expect(evaluations.map(({ name }) => name).sort()).toEqual(["Canaria O'Testwright", "Otis O'Testwright"]);
    const details = await Promise.all(evaluations.map((each) => call.evaluations.detail({ id: each.id })));
    expect(details.map(({ status }) => status).sort()).toEqual(['approved', 'pending']);
    expect(details.find(({ status }) => status === 'approved')).toMatchObject({ reviewedBy: 'Robin' });
    const [application] = (await call.applications.list({})).rows;
    expect(await call.applications.detail({ id: application?.id ?? '' })).toMatchObject({
      status: 'approved',
    });
    const [request] = (await call.callRequests.list({})).rows;
    expect(request).toMatchObject({ name: 'Jo Canary' });
    const [contract] = (await call.contracts.list({})).rows;
    expect(await call.contracts.detail({ id: contract?.id ?? '' })).toMatchObject({
      name: "Canaria O'Testwright",
    });
    const { content } = await call.contracts.file({ id: contract?.id ?? '' });
    expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.stringify([details, application, request, contract])).not.toContain('Unreadable');
  });

  it('is all read by staff: the client, with notes, claim, documents and history', async () => {
    const { rows } = await call.clients.list({});
    expect(rows).toMatchObject([{ id, name: "Canaria O'Testwright" }]);
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
    // Clients' PDFs are locked until a job has rewritten them.
    await preparePdfs(deps);
    const documents = await call.clients.documents({ id });
    expect(documents).toHaveLength(had('client_documents').length);
    // One that a client sent has the beginning of a PDF only.
    expect(documents.filter(({ fromClient }) => fromClient?.readiness === 'unreadable')).toHaveLength(1);
    for (const { id: document, ending } of documents.filter(
      (each) => each.fromClient?.readiness !== 'unreadable',
    )) {
      const bytes = await bytesOf(await call.clients.documentFile({ id, document }));
      const begins = ending === 'pdf' ? '%PDF' : '\xff\xd8\xff';
      expect(bytes.toString('latin1').startsWith(begins)).toBe(true);
    }
    const timeline = await call.clients.timeline({ id });
    const [notice] = await call.profile.notices({ id });
    expect(notice).toMatchObject({ how: 'letter' });
    const printed = await call.clients.printRecord({ id });
    expect(JSON.stringify([record, notes, documents, timeline, printed])).not.toContain('Unreadable');
  });

  it('is all read by the client, who signs in with number and PIN', async () => {
    const who = visitor(deps);
    const { token } = await who.call.clients.open({ form: 'client-login' });
    await who.call.clients.signIn({ answers: { ssn: person.ssn, pin: person.pin }, token });
    expect(await who.call.clients.me()).toMatchObject({ firstName: 'Canaria' });
    for (const kind of profileKindNames) {
      const entries = await who.call.profile.list({ kind });
      expect([kind, entries.length]).toEqual([kind, 1]);
      expect(JSON.stringify(entries)).not.toContain('Unreadable');
    }
    const sent = await who.call.uploads.list();
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(await who.call.claims.mine())).toContain('Your letters');
    expect(await who.call.clients.reveals()).toHaveLength(1);
    expect((await who.call.clients.activity({})).events.length).toBeGreaterThan(5);
    expect((await who.call.downloads.list()).length).toBe(4);
  });

  it('has the accounts of staff, whose invitation can still be used', async () => {
    const accounts = await call.staffAccounts.list();
    expect(accounts.map(({ name, role, state }) => [name, role, state])).toEqual([
      ['Kim', 'reviewer', 'active'],
      ['Robin', 'admin', 'active'],
      ['Sam', 'read_only', 'invited'],
    ]);
  });

  it('has the draft that somebody left', async () => {
    const { answers } = await readDraft(before.credentials.draft ?? '', 'case-evaluation', deps);
    expect(answers).toEqual({ zip_code: '07102', has_lawyer: 'no' });
  });

  it('has the content, public and not', async () => {
    const { call: anyone } = visitor(deps);
    expect(await anyone.content.articles()).toMatchObject([{ title: 'How to appeal' }]);
    const { docs } = await deps.payload.find({ collection: 'articles', draft: true });
    expect(docs).toMatchObject([{ title: 'How to appeal, anew', _status: 'draft' }]);
    expect(JSON.stringify(await anyone.content.faq())).toContain('Is it kept?');
    expect(JSON.stringify(await anyone.content.testimonials({ show: 'all' }))).toContain(
      'They called me back.',
    );
    expect(await anyone.content.redirect({ path: '/old-address' })).toBeTruthy();
    const { attorneys } = await anyone.attorneys.search({ q: 'apple canary' });
    expect(attorneys).toMatchObject([{ name: 'Canary Applewright' }]);
    for (const [collection, documents] of Object.entries(before.databases.cms ?? {}))
      if (['pages', 'people', 'media', 'figures', 'attorneys', 'users'].includes(collection)) {
        const { totalDocs } = await deps.payload.count({ collection: collection as 'pages' });
        // Two figures became part of others.
        const merged = collection === 'figures' ? 2 : 0;
        expect([collection, totalDocs]).toEqual([collection, documents.length - merged]);
      }
  });

  it('has the audit log, whole, to which new entries are added', async () => {
    const { audit } = before.databases;
    const { count, faults } = await verifyAudit(deps.audit.entries);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(audit.entries?.length ?? 0);
  });
});
