import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import mongoose, { type mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeps } from '#api/open-deps.ts';
import { verifyAudit } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readSettings } from '#api/platform/settings.ts';
import { visitor } from '../../tests/setup/deps.ts';

/**
 * The databases of an installation of an earlier version, as its own code wrote them, with its keys: after `npm run demo:data`,
 * two contracts, decisions and calls of staff. Sessions, limits and what expires are left out.
 */
interface Installation {
  keys: object;
  credentials: {
    staff: { email: string; password: string };
    client: { ssn: string; pin: string; dateOfBirth: string };
  };
  databases: Record<'portal' | 'audit', Record<string, mongo.BSON.Document[]>>;
}

const { EJSON } = mongoose.mongo.BSON;
const file = new URL('fixtures/previous-version.json.gz', import.meta.url);
const before = EJSON.parse(gunzipSync(readFileSync(file)).toString(), { relaxed: false }) as Installation;
const names = { portal: `upgraded_portal_${process.pid}`, audit: `upgraded_audit_${process.pid}` };
const { portal: had } = before.databases;

let client: mongo.MongoClient;
let deps: Deps;
let sites: Deps[];
let staff: ReturnType<typeof visitor>;
beforeAll(async () => {
  client = await mongoose.mongo.MongoClient.connect(process.env.MONGODB_URI ?? '');
  for (const database of ['portal', 'audit'] as const)
    for (const [collection, documents] of Object.entries(before.databases[database]))
      await client.db(names[database]).collection(collection).insertMany(documents);
  const settings = readSettings({
    ...process.env,
    PORTAL_DATABASE: names.portal,
    AUDIT_DATABASE: names.audit,
    APP_KEYS: JSON.stringify(before.keys),
  });
  // Two sites start at the same moment, as they do when a deployment has several.
  sites = await Promise.all([openDeps(settings), openDeps(settings)]);
  for (const { payload } of sites) payload.destroy = async () => {};
  [deps] = sites as [Deps];
  staff = visitor(deps);
  await staff.call.staff.signInWithEmail(before.credentials.staff);
});
afterAll(async () => {
  for (const site of sites) await site.close();
  for (const name of Object.values(names)) await client.db(name).dropDatabase();
  await client.close();
});

const numberOf = (collection: string) => had[collection]?.length ?? 0;

describe('data of the version before', () => {
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
