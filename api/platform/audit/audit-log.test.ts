import { createSecretKey, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '#api/platform/log.ts';
import { startMongod } from '../../../scripts/mongod.ts';
import { prepareReplicaSet } from '../../../scripts/prepare-replica-set.ts';
import { linkAllWithoutKey, linkWithoutKey } from '../../../tests/setup/old-audit-log.ts';
import {
  type AuditEntry,
  type AuditHead,
  acceptedRestore,
  auditCollection,
  changedFields,
  emptyLog,
  nextEntry,
} from './audit-chain.ts';
import { auditHeadsFile } from './audit-heads.ts';
import { type AuditLog, isProtected, openAuditLog } from './audit-log.ts';
import { checkEntries } from './check-entries.ts';

const { MongoClient } = mongoose.mongo;
const key = createSecretKey(randomBytes(32));
let folder: string;
let client: InstanceType<typeof MongoClient>;
let faultsTold: string[];
const AUDIT_DATABASE = `audit_log_${process.env.VITEST_POOL_ID}`;
const log = makeLog(() => {});
const entries = () => client.db(AUDIT_DATABASE).collection<AuditEntry>(auditCollection);
const open = (more: Partial<Parameters<typeof openAuditLog>[0]> = {}): Promise<AuditLog> =>
  openAuditLog({
    client,
    key,
    settings: { AUDIT_DATABASE, DATA_DIR: folder },
    log,
    onFault: (fault) => faultsTold.push(fault),
    ...more,
  });
const event = (number: number) => ({
  actor: `staff:${number % 7}`,
  action: 'evaluations.detail',
  subject: number % 3 === 0 ? null : String(number),
});
const refused = { code: 'unavailable', reason: 'audit' };

beforeAll(async () => {
  client = await MongoClient.connect(process.env.MONGODB_URI ?? '');
});
afterAll(async () => {
  await client.db(AUDIT_DATABASE).dropDatabase();
  await client.close();
});
beforeEach(async () => {
  await entries().deleteMany({});
  faultsTold = [];
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-audit-'));
  return () => rm(folder, { recursive: true, force: true });
});

async function record(audit: AuditLog, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => audit.record(event(at))));
}

async function faultsIn(audit: AuditLog): Promise<string[]> {
  const faults: string[] = [];
  await audit.check((fault) => faults.push(fault));
  return faults;
}

/** Removes two entries and links all others anew. */
async function forge(): Promise<void> {
  const stored = await entries()
    .find({}, { sort: { _id: 1 } })
    .toArray();
  const left = stored.filter((_, at) => at !== 3 && at !== 4);
  await entries().deleteMany({});
  await entries().insertMany(linkAllWithoutKey(left, emptyLog));
}

describe('a log that its database’s owner changed', () => {
  it('is written to no more once two entries were removed and the others linked anew, and says so once', async () => {
    const lines: string[] = [];
    const audit = await open({ log: makeLog((line) => lines.push(line)) });
    await record(audit, 10);
    await forge();
    await expect(audit.record(event(1))).rejects.toMatchObject(refused);
    await expect(audit.record(event(2))).rejects.toMatchObject(refused);
    expect(lines.filter((line) => line.includes('"audit log stopped"'))).toHaveLength(1);
    expect(await entries().countDocuments()).toBe(8);
    expect(faultsTold).toEqual(['Entry 10, with which the audit log ended, is gone or was changed.']);
    expect(await audit.fault()).toBe(faultsTold[0]);
    expect(await faultsIn(audit)).toEqual([
      'Entries 9 to 10 are missing at the end.',
      'No entry is under the key of this log.',
    ]);
  });

  it('is written to no more by a site that starts afterwards, with the file of DATA_DIR and without', async () => {
    const audit = await open();
    await record(audit, 10);
    await audit.stop();
    await forge();
    await expect((await open()).record(event(1))).rejects.toMatchObject(refused);
    await rm(join(folder, auditHeadsFile));
    await expect((await open()).record(event(1))).rejects.toMatchObject(refused);
    expect(faultsTold).toHaveLength(2);
  });

  it.each([
    ['lost its last entry', () => entries().deleteOne({ _id: 10 })],
    ['lost all of them', () => entries().deleteMany({})],
    ['has another actor in its last entry', () => entries().updateOne({ _id: 10 }, { $set: { actor: 'x' } })],
  ])('is written to no more when it %s, and goes on once that is put back', async (_, change) => {
    const audit = await open();
    await record(audit, 10);
    await audit.stop();
    const stored = await entries().find().toArray();
    await change();
    for (const site of [audit, await open()])
      await expect(site.record(event(1))).rejects.toMatchObject(refused);
    await entries().deleteMany({});
    await entries().insertMany(stored);
    await audit.record(event(1));
    expect(await faultsIn(audit)).toEqual([]);
  });

  it('is written to no more under a new key', async () => {
    await record(await open(), 10);
    const other = createSecretKey(randomBytes(32));
    await expect((await open({ key: other })).record(event(1))).rejects.toMatchObject(refused);
  });
});

describe('an entry that somebody else added', () => {
  it.each([
    ['far away', 999_999],
    ['at the next place', 11],
    ['at the next place, as another kind of number', mongoose.mongo.Decimal128.fromString('11')],
    ['between two places', 10.5],
    ['at no place', 'x'],
  ])('%s is a fault, and stops nothing', async (_, _id) => {
    const audit = await open();
    await record(audit, 10);
    const link = { at: new Date(), key: createSecretKey(randomBytes(32)) };
    const stray = { ...nextEntry({ ...emptyLog, _id: 10 }, event(1), link), _id };
    await entries().insertOne(stray as AuditEntry);
    for (const site of [audit, await open()]) await record(site, 10);
    expect(await faultsIn(audit)).toHaveLength(1);
    await entries().deleteOne({ _id: _id as number });
    await record(audit, 10);
    expect(await faultsIn(audit)).toEqual([]);
    expect(await entries().countDocuments()).toBe(40);
    expect(faultsTold).toEqual([]);
  });
});

describe('the audit log', () => {
  it('puts entries of several sites that write at once into one chain without gaps', async () => {
    const sites = await Promise.all([open(), open(), open()]);
    await Promise.all(Array.from({ length: 300 }, (_, at) => sites[at % 3]?.record(event(at))));
    const [one] = sites;
    expect(await faultsIn(one)).toEqual([]);
    expect(await one.check(() => {})).toMatchObject({ count: 300, head: { _id: 300 } });
    expect(new Set((await entries().find().toArray()).map(({ subject }) => subject)).size).toBe(201);
  });

  it('resolves only when the entry is stored', async () => {
    const audit = await open();
    const place = await audit.record(event(1));
    expect([place, await entries().countDocuments({ _id: 1 })]).toEqual([1, 1]);
  });

  it('costs a find and an insert, for one entry and for all that arrive meanwhile', async () => {
    const watched = await MongoClient.connect(process.env.MONGODB_URI ?? '', { monitorCommands: true });
    try {
      const audit = await open({ client: watched });
      await audit.record(event(1));
      const commands: string[] = [];
      watched.on('commandStarted', ({ commandName }) => commands.push(commandName));
      await audit.record(event(2));
      await record(audit, 50);
      expect(commands).toEqual(['find', 'insert', 'find', 'insert']);
    } finally {
      await watched.close();
    }
  });

  it('rejects every entry that could not be stored, and goes on with the next', async () => {
    const audit = await open();
    await client
      .db(AUDIT_DATABASE)
      .command({ collMod: auditCollection, validator: { action: 'staff.signIn' } });
    await expect(audit.record(event(1))).rejects.toThrow();
    await client.db(AUDIT_DATABASE).command({ collMod: auditCollection, validator: {} });
    await audit.record(event(2));
    expect(await faultsIn(audit)).toEqual([]);
    expect(await entries().countDocuments()).toBe(1);
  });

  it('notes outside of the database where it ends: after a hundred entries, at its end, and in the log', async () => {
    const lines: string[] = [];
    const audit = await open({ log: makeLog((line) => lines.push(line)) });
    await record(audit, 150);
    await audit.record(event(1));
    await audit.stop();
    const file = await readFile(join(folder, auditHeadsFile), 'utf8');
    const noted = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(noted.at(-1)).toMatchObject({ _id: 151, restores: 0 });
    expect(noted.length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.includes('"audit log ends"'))).toHaveLength(noted.length);
    expect(lines.at(-1)).toContain(noted.at(-1).hash);
  });

  it('has noted its end by the time that it has stopped, also where that had begun before', async () => {
    const audit = await open();
    await record(audit, 100);
    await audit.stop();
    expect(await readFile(join(folder, auditHeadsFile), 'utf8')).toContain('"_id":100,');
  });

  it('goes by the latest of what several sites noted, and by no line without the key', async () => {
    const sites = [await open(), await open()];
    for (const site of [...sites, ...sites]) await record(site, 120);
    await Promise.all(sites.map((site) => site.stop()));
    const forged = {
      at: new Date().toISOString(),
      _id: 1,
      hash: 'f'.repeat(64),
      restores: 9,
      mac: 'f'.repeat(64),
    };
    await appendFile(join(folder, auditHeadsFile), `${JSON.stringify(forged)}\n{"at":"cut off\n`);
    await entries().deleteMany({ _id: { $gt: 470 } });
    await expect((await open()).record(event(1))).rejects.toMatchObject(refused);
    expect(await faultsIn(await open())).toEqual(['Entries 471 to 480 are missing at the end.']);
  });
});

describe('after an older log was restored', () => {
  it('nothing is recorded until that is accepted, which is on record, and other sites follow', async () => {
    const [audit, other] = [await open(), await open()];
    await record(audit, 10);
    const backup = await entries().find().toArray();
    await record(audit, 5);
    await record(other, 5);
    await Promise.all([audit.stop(), other.stop()]);
    await entries().deleteMany({});
    await entries().insertMany(backup);
    for (const site of [audit, other, await open()])
      await expect(site.record(event(1))).rejects.toMatchObject(refused);
    expect(await faultsIn(audit)).toEqual(['Entries 11 to 20 are missing at the end.']);
    const entry = await (await open()).acceptRestore('server');
    expect(entry).toMatchObject({
      ...{ _id: 11, actor: 'server', action: acceptedRestore, previous: backup.at(-1)?.hash },
      details: { from: 20, to: 10 },
    });
    for (const site of [audit, other, await open()]) await record(site, 5);
    expect(await faultsIn(audit)).toEqual([]);
    expect((await audit.check(() => {})).notes).toEqual([
      `Entry 11: on ${entry?.at.toISOString()} a restore was accepted, of a log that ended at 10 where 20 had been the end.`,
    ]);
  });

  it('an accepted one excuses no other', async () => {
    const audit = await open();
    await record(audit, 10);
    await entries().deleteMany({ _id: { $gt: 5 } });
    await audit.stop();
    await (await open()).acceptRestore('server');
    await record(audit, 10);
    await entries().deleteMany({ _id: { $gt: 6 } });
    await expect(audit.record(event(1))).rejects.toMatchObject(refused);
    await audit.stop();
    await expect((await open()).record(event(1))).rejects.toMatchObject(refused);
    expect(await faultsIn(audit)).toEqual(['Entries 7 to 16 are missing at the end.']);
  });

  it('nothing is accepted where the log ends as it should', async () => {
    const audit = await open();
    await record(audit, 10);
    expect(await audit.acceptRestore('server')).toBeNull();
    expect(await entries().countDocuments()).toBe(10);
  });
});

/** A log of this many entries, of every shape that there is. */
function chainOf(count: number): AuditEntry[] {
  const chain: AuditEntry[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = chain.at(-1) ?? emptyLog;
    const more = [{}, { fields: ['name', 'role'] }, { details: { way: 'password', rows: number } }][
      number % 3
    ];
    chain.push(
      nextEntry(
        before,
        { ...event(number), ...more },
        { at: new Date(1_760_000_000_000 + number * 1_000), key },
      ),
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
  'another action and a hash without the key': (chain, at) => {
    const entry = chain[at] as AuditEntry;
    const before = { _id: entry._id - 1, hash: entry.previous };
    return chain.with(at, linkWithoutKey({ ...entry, action: 'staff.signIn' }, before));
  },
  'another action and a hash under another key': (chain, at) => {
    const { _id, previous, ...stored } = chain[at] as AuditEntry;
    const changed = { ...stored, action: 'staff.signIn' };
    const other = { at: stored.at, key: createSecretKey(randomBytes(32)) };
    return chain.with(at, nextEntry({ _id: _id - 1, hash: previous }, changed, other));
  },
  'being removed, and all others linked anew without the key': (chain, at) =>
    linkAllWithoutKey(chain.toSpliced(at, 1), emptyLog),
  'being removed, and all after it linked anew without the key': (chain, at) => [
    ...chain.slice(0, at),
    ...linkAllWithoutKey(chain.slice(at + 1), chain[at - 1] ?? emptyLog),
  ],
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
      { ...nextEntry({ _id: at, hash: stored.previous }, stored, { at: stored.at, key }), _id: at + 0.5 },
    ]);
  },
  'an entry far behind it': (chain, at) => [...chain, { ...(chain[at] as AuditEntry), _id: 999_999 }],
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

  async function found(stored: unknown[], until: AuditHead = known): Promise<string[]> {
    const faults: string[] = [];
    await checkEntries(stored as AuditEntry[], { key, known: until }, (fault) => faults.push(fault));
    return faults;
  }

  it('is not found where there was none', async () => {
    expect(await found(chain)).toEqual([]);
    expect(await found(chainOf(length + 40))).toEqual([]);
  });

  it('is found 1,000 of 1,000 times, of every kind, at every place, before the site writes on and after', async () => {
    const ways = Object.entries(tampering);
    const missed: string[] = [];
    let planted = 0;
    // The last entry has none after it to change places with.
    for (let at = 0; planted < 1_000; at = (at + 1) % (length - 1))
      for (const [way, tamper] of ways) {
        if (planted === 1_000) break;
        planted += 1;
        const stored = tamper(chain, at) as AuditEntry[];
        // What a site adds that did not notice: it goes on from the end that it remembers.
        const next = nextEntry(known, event(1), { at: new Date(), key });
        const writtenOn = sorted([...stored.filter(({ _id }) => _id !== next._id), next]);
        for (const [when, faults] of [
          ['before', await found(stored)],
          ['after', await found(writtenOn, next)],
        ] as const)
          if (faults.length === 0) missed.push(`${way} of entry ${at + 1}, ${when}`);
      }
    expect(planted).toBe(1_000);
    expect(missed).toEqual([]);
  });

  it('is found in the database, before the site writes on and after, if it still does', async () => {
    const missed: string[] = [];
    const refusedWays = new Set<string>();
    for (const [way, tamper] of Object.entries(tampering)) {
      // The index of `_id` allows none.
      if (way === 'a second entry of its number') continue;
      for (const at of [1, 7, length - 2]) {
        await entries().deleteMany({});
        await entries().insertMany(chain);
        const audit = await open();
        await audit.record(event(1));
        const stored = await entries()
          .find({}, { sort: { _id: 1 } })
          .toArray();
        await entries().deleteMany({});
        const tampered = tamper(stored, at) as AuditEntry[];
        if (tampered.length > 0) await entries().insertMany(tampered);
        if ((await faultsIn(audit)).length === 0) missed.push(`${way} of entry ${at + 1}, before`);
        await audit.record(event(2)).catch(() => refusedWays.add(way));
        if ((await faultsIn(audit)).length === 0) missed.push(`${way} of entry ${at + 1}, after`);
        await rm(join(folder, auditHeadsFile));
      }
    }
    expect(missed).toEqual([]);
    expect([...refusedWays]).toEqual([
      'being removed, and all others linked anew without the key',
      'being removed, and all after it linked anew without the key',
      'being removed with all after it',
    ]);
  });

  it('is found at every place of one log, to its end, also beyond a thousand', async () => {
    const long = chainOf(5_000);
    const changed = long.map((entry, at) => (at % 3 === 0 ? { ...entry, actor: 'staff:nobody' } : entry));
    const faults: string[] = [];
    const { count } = await checkEntries(changed, { key, known }, (fault) => faults.push(fault));
    expect(count).toBe(5_000);
    const places = faults.map((fault) => /^Entry (\d+) was changed,/.exec(fault)?.[1]).filter(Boolean);
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
    await checkEntries(read(), { key, known }, () => {});
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
    await mkdir(join(folder, 'logs'));
    const database = await startMongod(folder, () => {});
    const owner = await MongoClient.connect(database.ownerUri);
    // As in a database whose users were made by hand.
    const roles = [{ role: 'auditWriter', db: 'audit' }];
    await owner.db('admin').command({ revokeRolesFromUser: 'site', roles });
    const passwordIn = (uri: string) => new URL(uri).password;
    const { ownerUri, siteUri, cmsUri } = database;
    const users = { owner: passwordIn(ownerUri), site: passwordIn(siteUri), cms: passwordIn(cmsUri) };
    await prepareReplicaSet(new URL(siteUri).host, users);
    const site = await MongoClient.connect(siteUri);
    try {
      const audit = await openAuditLog({
        client: site,
        key,
        settings: { AUDIT_DATABASE: 'audit', DATA_DIR: folder },
        log,
      });
      await audit.record(event(1));
      const own = site.db('audit').collection<AuditEntry>(auditCollection);
      expect(await own.countDocuments()).toBeGreaterThan(0);
      expect(await isProtected(site, 'audit')).toBe(true);
      expect(await isProtected(owner, 'audit')).toBe(false);
      const forbidden = { code: 13 };
      await expect(own.updateOne({}, { $set: { actor: 'nobody' } })).rejects.toMatchObject(forbidden);
      await expect(own.deleteOne({})).rejects.toMatchObject(forbidden);
      await expect(own.drop()).rejects.toMatchObject(forbidden);
      await expect(own.createIndex({ at: 1 }, { expireAfterSeconds: 1 })).rejects.toMatchObject(forbidden);
      await expect(site.db('audit').dropDatabase()).rejects.toMatchObject(forbidden);
    } finally {
      await site.close();
      await owner.close();
      await database.stop();
    }
  });
});
