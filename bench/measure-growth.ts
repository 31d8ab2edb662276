import { currentAgreement } from '../api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '../api/casework/contracts/contract-handler.ts';
import { openDeps } from '../api/open-deps.ts';
import { addDemoEvaluations } from '../api/operations/demo-records.ts';
import { openAuditLog } from '../api/platform/audit/audit-log.ts';
import { openAuditKey } from '../api/platform/keys/data-keys.ts';
import { loadKeys } from '../api/platform/keys/load-keys.ts';
import { limitsCollection } from '../api/platform/limits/limits.ts';
import { readSettings } from '../api/platform/settings.ts';
import { makeEvaluation, makeWords, seededRandom } from '../seed/demo-people.ts';
import { percentile } from '../tests/faults/figures.ts';

const [entries = 0, counted = 0, contracts = 0, evaluations = 0] = process.argv.slice(2).map(Number);
/** A fictional client. */
const signer = {
  first_name: 'Dana',
  last_name: 'Sample',
  date_of_birth: '1968-04-27',
  ssn: '219099999',
  street_address: '12 Sample Lane',
  city: 'Newark',
  state: 'NJ',
  zip_code: '07102',
  phone: '2015550123',
  email: 'dana@sample.example',
  agreed_to_terms: true,
  agreed_to_privacy: true,
  consent_to_contact: true,
  electronic_records: true,
  signature_name: 'Dana Sample',
};
const rounds = 5;
const atOnce = 200;

/** The process of `growth.ts` that measures. Its arguments are how many of each, its environment names an empty database. */
const deps = await openDeps(readSettings(process.env), () => {});
const { portal, audit } = deps;
const client = portal.getClient();

await measureAudit();
await measureCounters();
await measureContracts();
await measureRecords();
await deps.close();

/** One after the other costs a round trip to the disk each; what arrives meanwhile is written together. Two sites link to each other's entries. */
async function measureAudit(): Promise<void> {
  const event = { actor: 'staff:bench', action: 'evaluations.detail', subject: null };
  const record = () => audit.record(event);
  const single = await perSecond(entries / 20, 1, record);
  const together = await perSecond(entries, atOnce, record);
  const key = await openAuditKey(await loadKeys(deps.settings), portal);
  const other = await openAuditLog({ client, key, settings: deps.settings, log: deps.log });
  const both = await perSecond(entries, atOnce, (at) => (at % 2 ? audit : other).record(event));
  await other.stop();
  console.table([
    { 'audit entries': 'one after the other', 'per second': single },
    { 'audit entries': `${atOnce} at once`, 'per second': together },
    { 'audit entries': `${atOnce} at once, by two sites`, 'per second': both },
  ]);
}

/** The same update, of one row and of rows of their own, by turns, so that other load on the machine affects both. */
async function measureCounters(): Promise<void> {
  const rows = limitsCollection.rows<{ key: string; points: number; expire: Date }>(portal);
  const expire = new Date(Date.now() + 3_600_000);
  const count = (key: string) =>
    rows.findOneAndUpdate({ key }, { $inc: { points: 1 }, $setOnInsert: { expire } }, { upsert: true });
  const keysOf: [string, (at: number) => string][] = [
    ['all in one', () => 'bench:all'],
    ['each of 8', (at) => `bench:all${at % 8}`],
    ['each its own', (at) => `bench:${at}`],
  ];
  const found = new Map(keysOf.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, keyOf] of keysOf)
      found.get(name)?.push(await perSecond(counted, atOnce, (at) => count(keyOf(at))));
  console.table([...found].map(([name, rates]) => ({ counter: name, 'per second': percentile(rates, 0.5) })));
  await rows.deleteMany({ key: /^bench:/ });
}

async function measureContracts(): Promise<void> {
  const before = await sizesOf();
  const agreement = currentAgreement.version;
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
  const signed = await perSecond(contracts, 4, (at) =>
    contractHandler.submit({ answers: signer, key: `bench-${at}`, agreement }, { ...signing, deps }),
  );
  const rows = portal.collection('documents');
  const ordered = await rows.find({ state: 'pending' }, { projection: { _id: 1 } }).toArray();
  const printed = await perSecond(ordered.length, 1, (at) => deps.documents.read(String(ordered[at]?._id)));
  const after = await sizesOf();
  const kilobytes = (names: string[]) =>
    Math.round(
      names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0) / contracts / 1024,
    );
  const files = kilobytes(['document_files.files', 'document_files.chunks']);
  const all = kilobytes(Object.keys(after));
  console.table([
    { contracts: 'stored per second', figure: signed },
    { contracts: 'PDFs per minute', figure: Math.round(printed * 60) },
    { contracts: 'KB of each in all', figure: all },
    { contracts: 'of which the PDF in GridFS', figure: files },
  ]);
}

async function measureRecords(): Promise<void> {
  const before = await sizesOf();
  const diskBefore = await diskOf();
  const random = seededRandom();
  const words = makeWords(random);
  const start = performance.now();
  await addDemoEvaluations(
    { count: evaluations, make: () => makeEvaluation(random, words), onProgress() {} },
    deps,
  );
  const seconds = (performance.now() - start) / 1_000;
  await client.db('admin').command({ fsync: 1 });
  const after = await sizesOf();
  const diskAfter = await diskOf();
  const { connections, mem } = await client.db('admin').command({ serverStatus: 1 });
  console.table(
    Object.keys(after)
      .map((name) => ({ collection: name, MB: megabytes((after[name] ?? 0) - (before[name] ?? 0)) }))
      .filter(({ MB }) => MB >= 0.1),
  );
  console.table([
    { records: 'evaluations', figure: evaluations },
    { records: 'seconds to store them', figure: Math.round(seconds) },
    { records: 'MB on disk, data', figure: megabytes(diskAfter.storageSize - diskBefore.storageSize) },
    { records: 'MB on disk, indexes', figure: megabytes(diskAfter.indexSize - diskBefore.indexSize) },
    { records: 'MB of memory, mongod', figure: mem.resident },
    { records: 'MB of memory, this process', figure: megabytes(process.memoryUsage().rss) },
    { records: 'connections', figure: connections.current },
  ]);
}

/** @returns the bytes of each collection before compression, in the portal's database. */
async function sizesOf(): Promise<Record<string, number>> {
  const db = client.db(portal.name);
  const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()).map(
    ({ name }) => name,
  );
  const sizes = await Promise.all(
    names.map(async (name) => {
      const [stats] = await db
        .collection(name)
        .aggregate([{ $collStats: { storageStats: {} } }])
        .toArray();
      return [name, Number(stats?.storageStats.size)] as const;
    }),
  );
  return Object.fromEntries(sizes);
}

async function diskOf(): Promise<{ storageSize: number; indexSize: number }> {
  const { storageSize, indexSize } = await client.db(portal.name).command({ dbStats: 1 });
  return { storageSize, indexSize };
}

/** @returns how many a second are done, `width` of them at a time. */
async function perSecond(
  count: number,
  width: number,
  work: (at: number) => Promise<unknown>,
): Promise<number> {
  const left = Array.from({ length: count }).keys();
  const some = async () => {
    for (const at of left) await work(at);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, some));
  return Math.round((count / (performance.now() - start)) * 10_000) / 10;
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}
