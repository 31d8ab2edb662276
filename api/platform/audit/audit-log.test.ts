import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '#api/platform/log.ts';
import { prepareReplicaSet } from '../../../scripts/prepare-replica-set.ts';
import {
  type AuditEntry,
  type AuditHead,
  auditCollection,
  auditHeadFile,
  changedFields,
  checkEntries,
  nextEntry,
  verifyAudit,
} from './audit-chain.ts';
import { type AuditLog, isProtected, openAuditLog, readHead } from './audit-log.ts';

const { MongoClient } = mongoose.mongo;
let folder: string;
let client: InstanceType<typeof MongoClient>;
const AUDIT_DATABASE = `audit_log_${process.env.VITEST_POOL_ID}`;
const log = makeLog(() => {});
const entries = () => client.db(AUDIT_DATABASE).collection<AuditEntry>(auditCollection);
const open = (): Promise<AuditLog> =>
  openAuditLog({ client, settings: { AUDIT_DATABASE, DATA_DIR: folder }, log });
const event = (number: number) => ({
  actor: `staff:${number % 7}`,
  action: 'evaluations.detail',
  subject: number % 3 === 0 ? null : String(number),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-audit-'));
  client = await MongoClient.connect(process.env.MONGODB_URI ?? '');
});
afterAll(async () => {
  await client.db(AUDIT_DATABASE).dropDatabase();
  await client.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await entries().deleteMany({});
});

/** Writes this many entries without the log itself. */
async function fill(count: number): Promise<AuditEntry[]> {
  const chain: AuditEntry[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = chain.at(-1) ?? { _id: 0, hash: '0'.repeat(64) };
    chain.push(nextEntry(before, event(number), new Date(1_760_000_000_000 + number * 1_000)));
  }
  await entries().insertMany(chain);
  return chain;
}

describe('the audit log', () => {
  it('puts entries of several sites that write at once into one chain without gaps', async () => {
    const sites = await Promise.all([open(), open(), open()]);
    await Promise.all(Array.from({ length: 300 }, (_, at) => sites[at % 3]?.record(event(at))));
    expect(await verifyAudit(entries())).toMatchObject({ count: 300, head: { _id: 300 }, faults: [] });
    expect(new Set((await entries().find().toArray()).map(({ subject }) => subject)).size).toBe(201);
  });

  it('resolves only when the entry is stored', async () => {
    const audit = await open();
    await audit.record(event(1));
    expect(await readHead(entries())).toMatchObject({ _id: 1 });
  });

  it('rejects every entry that could not be stored, and goes on with the next', async () => {
    const audit = await open();
    await client
      .db(AUDIT_DATABASE)
      .command({ collMod: auditCollection, validator: { action: 'staff.signIn' } });
    await expect(audit.record(event(1))).rejects.toThrow();
    await client.db(AUDIT_DATABASE).command({ collMod: auditCollection, validator: {} });
    await audit.record(event(2));
    expect(await verifyAudit(entries())).toMatchObject({ count: 1, faults: [] });
  });

  it('remembers outside of the database where it ends', async () => {
    const audit = await open();
    await audit.record(event(1));
    await audit.record(event(2));
    await audit.stop();
    const { _id, hash } = await readHead(entries());
    expect(JSON.parse(await readFile(join(folder, auditHeadFile), 'utf8'))).toEqual({ _id, hash });
    expect(_id).toBe(2);
  });
});

describe('the check of the audit log', () => {
  const count = 1_000;

  it('finds nothing in a log that nobody touched', async () => {
    const chain = await fill(count);
    const head = { _id: count, hash: chain.at(-1)?.hash ?? '' };
    expect(await verifyAudit(entries(), head)).toEqual({ count, head, faults: [] });
  });

  it.each([
    ['another person', { actor: 'staff:9' }],
    ['another action', { action: 'evaluations.list' }],
    ['another record', { subject: '42' }],
    ['another time', { at: new Date(0) }],
    ['another hash', { hash: 'f'.repeat(64) }],
  ])('finds 200 of 200 entries that were given %s', async (_, change) => {
    await fill(count);
    const places = Array.from({ length: 200 }, (__, at) => 1 + at * 5);
    await entries().updateMany({ _id: { $in: places } }, { $set: change });
    const { faults } = await verifyAudit(entries());
    for (const place of places) expect(faults.join('\n')).toContain(`Entry ${place} was changed.`);
  });

  it('finds 200 of 200 entries that were removed', async () => {
    await fill(count);
    const places = Array.from({ length: 200 }, (_, at) => 1 + at * 5);
    await entries().deleteMany({ _id: { $in: places } });
    const { faults } = await verifyAudit(entries());
    expect(faults).toEqual(places.map((place) => `Entries ${place} to ${place} are missing.`));
  });

  it('finds entries that changed places, also when their hashes were made anew', async () => {
    const chain = await fill(count);
    for (let at = 0; at < count - 1; at += 10) {
      const [first, second] = [chain[at], chain[at + 1]] as [AuditEntry, AuditEntry];
      const moved = nextEntry({ _id: first._id - 1, hash: first.previous }, second, second.at);
      const { _id: place, ...replaced } = moved;
      const { _id: nextPlace, ...replacedNext } = nextEntry(moved, first, first.at);
      await entries().replaceOne({ _id: place }, replaced);
      await entries().replaceOne({ _id: nextPlace }, replacedNext);
    }
    const { faults } = await verifyAudit(entries());
    expect(faults.filter((fault) => fault.includes('does not follow'))).toHaveLength(count / 10);
  });

  it('finds entries that are missing at the end, and a log that was rewritten, by where it ended before', async () => {
    const chain = await fill(count);
    const known = { _id: count, hash: chain.at(-1)?.hash ?? '' };
    await entries().deleteMany({ _id: { $gt: 990 } });
    expect((await verifyAudit(entries(), known)).faults).toEqual([
      'Entries 991 to 1000 are missing at the end.',
    ]);
    await entries().deleteMany({});
    const audit = await open();
    await Promise.all(Array.from({ length: count + 5 }, (_, at) => audit.record(event(at))));
    expect((await verifyAudit(entries(), known)).faults).toEqual([
      'Entry 1000 is not the one that was there before.',
    ]);
  });
});

/** A log of this many entries, of every shape that there is. */
function chainOf(count: number): AuditEntry[] {
  const chain: AuditEntry[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = chain.at(-1) ?? { _id: 0, hash: '0'.repeat(64) };
    const more = [{}, { fields: ['name', 'role'] }, { details: { way: 'password', rows: number } }][
      number % 3
    ];
    chain.push(
      nextEntry(before, { ...event(number), ...more }, new Date(1_760_000_000_000 + number * 1_000)),
    );
  }
  return chain;
}

/** What somebody could do to the entry at a place, by its name. @returns the log that is then stored. */
const tampering: Record<string, (chain: AuditEntry[], at: number) => unknown[]> = {
  'another person': (chain, at) => replaced(chain, at, { actor: 'staff:somebody else' }),
  'another action': (chain, at) => replaced(chain, at, { action: 'staff.signIn' }),
  'another record': (chain, at) => replaced(chain, at, { subject: 'f'.repeat(24) }),
  'no record': (chain, at) => replaced(chain, at, { subject: undefined }),
  'another time': (chain, at) => replaced(chain, at, { at: new Date(0) }),
  'a time that is none': (chain, at) => replaced(chain, at, { at: new Date(Number.NaN) }),
  'other fields': (chain, at) => replaced(chain, at, { fields: ['pin'] }),
  'fields that are nothing': (chain, at) => replaced(chain, at, { fields: null }),
  'other details': (chain, at) => replaced(chain, at, { details: { way: 'passkey' } }),
  'details that are nothing': (chain, at) => replaced(chain, at, { details: null }),
  'something more': (chain, at) => replaced(chain, at, { remark: 'all is well' }),
  'another hash': (chain, at) => replaced(chain, at, { hash: 'f'.repeat(64) }),
  'another action and the hash of it': (chain, at) => {
    const { _id, previous, ...stored } = chain[at] as AuditEntry;
    const before = { _id: _id - 1, hash: previous };
    return chain.with(at, nextEntry(before, { ...stored, action: 'staff.signIn' }, stored.at));
  },
  'being removed': (chain, at) => chain.toSpliced(at, 1),
  'being removed with all after it': (chain, at) => chain.slice(0, at),
  'changing places with the next': (chain, at) => {
    const [one, other] = [chain[at], chain[at + 1]] as [AuditEntry, AuditEntry];
    return chain.with(at, { ...other, _id: one._id }).with(at + 1, { ...one, _id: other._id });
  },
  'another number': (chain, at) => sorted(replaced(chain, at, { _id: at + 0.5 })),
  'a number at the end': (chain, at) => sorted(replaced(chain, at, { _id: chain.length + 7 })),
  'an entry before it': (chain, at) => {
    const { _id, hash, ...stored } = chain[at] as AuditEntry;
    return sorted([
      ...chain,
      { ...nextEntry({ _id: at, hash: stored.previous }, stored, stored.at), _id: at + 0.5 },
    ]);
  },
  'a second entry of its number': (chain, at) => chain.toSpliced(at, 0, chain[at] as AuditEntry),
};

function replaced(chain: AuditEntry[], at: number, change: object): unknown[] {
  return chain.with(at, { ...(chain[at] as AuditEntry), ...change });
}

function sorted(chain: unknown[]): unknown[] {
  return (chain as AuditEntry[]).toSorted((one, other) => one._id - other._id);
}

describe('tampering', () => {
  const length = 60;
  const chain = chainOf(length);
  const known: AuditHead = { _id: length, hash: chain.at(-1)?.hash ?? '' };

  async function faultsIn(stored: unknown[]): Promise<string[]> {
    const faults: string[] = [];
    await checkEntries(stored as AuditEntry[], known, (fault) => faults.push(fault));
    return faults;
  }

  it('is not found where there was none', async () => {
    expect(await faultsIn(chain)).toEqual([]);
    expect(await faultsIn(chainOf(length + 40))).toEqual([]);
  });

  it('is found 1,000 of 1,000 times, of every kind, at every place', async () => {
    const ways = Object.entries(tampering);
    const missed: string[] = [];
    let planted = 0;
    // The last entry has none after it to change places with.
    for (let at = 0; planted < 1_000; at = (at + 1) % (length - 1))
      for (const [way, tamper] of ways) {
        if (planted === 1_000) break;
        planted += 1;
        if ((await faultsIn(tamper(chain, at))).length === 0) missed.push(`${way} of entry ${at + 1}`);
      }
    expect(planted).toBe(1_000);
    expect(missed).toEqual([]);
  });

  it('is found at every place of one log, to its end, also beyond a thousand', async () => {
    const long = chainOf(5_000);
    const changed = long.map((entry, at) => (at % 3 === 0 ? { ...entry, actor: 'staff:nobody' } : entry));
    const faults: string[] = [];
    const { count } = await checkEntries(changed, known, (fault) => faults.push(fault));
    expect(count).toBe(5_000);
    const places = faults.map((fault) => /^Entry (\d+) was changed\.$/.exec(fault)?.[1]).filter(Boolean);
    expect(places).toEqual(long.filter((_, at) => at % 3 === 0).map(({ _id }) => String(_id)));
  });

  it('is looked for in one entry after the other as they are read', async () => {
    const counted = { open: 0, most: 0 };
    async function* read() {
      for (const entry of chain) {
        counted.open += 1;
        counted.most = Math.max(counted.most, counted.open);
        yield entry;
        counted.open -= 1;
      }
    }
    await checkEntries(read(), known, () => {});
    expect(counted).toEqual({ open: 0, most: 1 });
  });
});

describe('the names of changed fields', () => {
  it('are those whose values differ, each once, with what was added and taken away', () => {
    const at = new Date(0);
    expect(
      changedFields({ a: 1, b: [1], c: { d: 1 }, at, gone: 1 }, { a: 1, b: [2], c: { d: 1 }, at, added: 1 }),
    ).toEqual(['added', 'b', 'gone']);
    expect(changedFields({ a: undefined }, {})).toEqual([]);
  });
});

describe('the database user of the site', () => {
  it('may read and add entries, and can neither change nor delete nor drop them', async () => {
    const { host, username, password } = new URL(process.env.MONGODB_URI ?? '');
    expect(username).toBe('owner');
    const users = { owner: password, site: 'site-password', cms: 'cms-password' };
    await client.db('admin').command({ updateUser: 'site', pwd: users.site });
    // As in a database whose users were made by hand.
    const roles = [{ role: 'auditWriter', db: 'audit' }];
    await client.db('admin').command({ revokeRolesFromUser: 'site', roles });
    await prepareReplicaSet(host, users);
    const site = await MongoClient.connect(
      `mongodb://site:${users.site}@${host}/?authSource=admin&replicaSet=claimdesk`,
    );
    try {
      const audit = await openAuditLog({
        client: site,
        settings: { AUDIT_DATABASE: 'audit', DATA_DIR: folder },
        log,
      });
      await audit.record(event(1));
      const own = site.db('audit').collection<AuditEntry>(auditCollection);
      expect(await own.countDocuments()).toBeGreaterThan(0);
      expect(await isProtected(site, 'audit')).toBe(true);
      expect(await isProtected(client, 'audit')).toBe(false);
      const forbidden = { code: 13 };
      await expect(own.updateOne({}, { $set: { actor: 'nobody' } })).rejects.toMatchObject(forbidden);
      await expect(own.deleteOne({})).rejects.toMatchObject(forbidden);
      await expect(own.drop()).rejects.toMatchObject(forbidden);
      await expect(own.createIndex({ at: 1 }, { expireAfterSeconds: 1 })).rejects.toMatchObject(forbidden);
      await expect(site.db('audit').dropDatabase()).rejects.toMatchObject(forbidden);
    } finally {
      await site.close();
      await client.db('audit').dropDatabase();
    }
  });
});
