import { type Connection, Types } from 'mongoose';
import { clientsCollection } from '../api/accounts/clients/client.model.ts';
import { eventsCollection } from '../api/accounts/clients/events.ts';
import { createStaff } from '../api/accounts/staff/create-staff.ts';
import { countNewSince } from '../api/casework/arrivals/new-since.ts';
import { clientDocumentsCollection } from '../api/casework/clients/client-document.model.ts';
import { listClients } from '../api/casework/clients/list-clients.ts';
import { contractsCollection } from '../api/casework/contracts/contract.model.ts';
import { type DirectoryRequest, listDirectory } from '../api/casework/directory/list-directory.ts';
import { exportRecords } from '../api/casework/exports/export-records.ts';
import type { ListRequest } from '../api/casework/lists/list-request.ts';
import { agencyNoticesCollection } from '../api/casework/profile/agency-notice.model.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { countPending } from '../api/casework/submissions/count-pending.ts';
import { exportedSubmissions } from '../api/casework/submissions/exported-submissions.ts';
import { listSubmissions } from '../api/casework/submissions/list-submissions.ts';
import {
  attorneyModel,
  nameOrder,
  type StoredAttorney,
  staffSearchIndex,
  stateNameIndex,
  stateSearchIndex,
} from '../api/content/attorneys/attorney.model.ts';
import { openDeps } from '../api/open-deps.ts';
import { addDemoClients, addDemoEvaluations } from '../api/operations/demo-records.ts';
import { encodeCursor } from '../api/platform/database/cursor.ts';
import type { Deps } from '../api/platform/deps.ts';
import { dataKeysCollection } from '../api/platform/keys/data-keys.ts';
import { readSettings } from '../api/platform/settings.ts';
import { directoryKeys } from '../cms/attorneys/index-for-directory.ts';
import { stateCodes } from '../cms/attorneys/states.ts';
import { makeAttorney, makeEvaluation, makePerson, makeWords, seededRandom } from '../seed/demo-people.ts';

const [small = 0, large = 0, pages = 0] = process.argv.slice(2).map(Number);

/**
 * The process of `lists.ts` that reads. Its arguments are the numbers of evaluations in the small and in the large
 * database and how often each page is read; its environment names empty databases.
 */
const random = seededRandom();
const words = makeWords(random);
const opened = await openDeps(readSettings(process.env), () => {});
const kind = submissionKinds.evaluations;
/** An export is measured with this many records, or with all. */
const mostExported = 100_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Of every list: its p95, and how much of it may come from there being more records. */
const limits = { ms: 100, ratio: 2 } as const;
/** The p95 of fewer readings says nothing. */
const fewestReadings = 100;

type Place = Pick<Deps, 'portal' | 'keys' | 'log' | 'payload'>;
const evaluations = (request: () => ListRequest) => (deps: Place) =>
  listSubmissions(kind, request(), { deps });
const clients = (request: () => ListRequest) => (deps: Place) => listClients(request(), { deps });
const attorneys = (request: () => DirectoryRequest) => (deps: Place) => listDirectory(request(), { deps });
const lists: Record<string, (deps: Place) => Promise<unknown>> = {
  'evaluations, newest': evaluations(() => ({})),
  'evaluations, anywhere': evaluations(() => ({ cursor: anywhere('evaluation') })),
  'evaluations, oldest': evaluations(() => ({ sort: 'oldest' })),
  'evaluations, pending first': evaluations(() => ({ sort: 'pending' })),
  'evaluations, pending first, anywhere': evaluations(() => ({
    sort: 'pending',
    cursor: `1.${anywhere('evaluation')}`,
  })),
  'evaluations, approved, oldest': evaluations(() => ({ status: 'approved', sort: 'oldest' })),
  'evaluations of two weeks': evaluations(() => ({ from: dayBefore(200), to: dayBefore(186) })),
  'evaluations waiting': (deps) => countPending(kind, { deps }),
  'evaluations that are new, counted': (deps) =>
    countNewSince({ list: 'evaluations', since: newRow() }, { deps }),
  'evaluations that are new and pending, counted': (deps) =>
    countNewSince({ list: 'evaluations', status: 'pending', since: newRow() }, { deps }),
  'clients, newest': clients(() => ({})),
  'clients, anywhere': clients(() => ({ cursor: anywhere('client') })),
  'clients, verified, oldest': clients(() => ({ status: 'verified', sort: 'oldest' })),
  'clients, unverified': clients(() => ({ status: 'unverified' })),
  'attorneys by name': attorneys(() => ({})),
  'attorneys by name, anywhere': attorneys(() => ({ cursor: anyName() })),
  'attorneys from Z to A, anywhere': attorneys(() => ({ sort: 'reverse', cursor: anyName() })),
  'attorneys of a state': attorneys(() => ({ state: oneOf(stateCodes) })),
  'attorneys that are new, counted': (deps) =>
    countNewSince({ list: 'directory', since: newAttorney() }, { deps }),
};

const searches: typeof lists = {
  'evaluations by last name': evaluations(() => ({ query: oneOf(words.last) })),
  'evaluations by whole name': evaluations(() => ({ query: `${oneOf(words.first)} ${oneOf(words.last)}` })),
  'evaluations by the commonest last name': evaluations(() => ({ query: 'smith' })),
  'evaluations by the commonest names': evaluations(() => ({ query: 'james smith' })),
  'evaluations by three letters of the commonest name': evaluations(() => ({ query: 'jam' })),
  'evaluations by three letters': evaluations(() => ({ query: oneOf(words.last).slice(0, 3) })),
  'evaluations by three letters, pending, oldest': evaluations(() => ({
    query: oneOf(words.last).slice(0, 3),
    status: 'pending',
    sort: 'oldest',
  })),
  'evaluations by two beginnings': evaluations(() => ({
    query: `${oneOf(words.first).slice(0, 3)} ${oneOf(words.last).slice(0, 3)}`,
  })),
  'evaluations by last four digits': evaluations(() => ({
    query: `01${String(Math.floor(random() * 100)).padStart(2, '0')}`,
  })),
  'clients by last name': clients(() => ({ query: oneOf(words.last) })),
  'clients by last name, unverified, oldest': clients(() => ({
    query: oneOf(words.last),
    status: 'unverified',
    sort: 'oldest',
  })),
  'clients waiting for us': clients(() => ({ status: 'waiting' })),
};

const attorneySearches: typeof lists = {
  'attorneys by last name': attorneys(() => ({ query: oneOf(words.last) })),
  'attorneys by one letter': attorneys(() => ({ query: oneOf(words.last).slice(0, 1) })),
  'attorneys by last name, in a state': attorneys(() => ({
    query: oneOf(words.last),
    state: oneOf(stateCodes),
  })),
  'attorneys by whole name': attorneys(() => ({ query: `${oneOf(words.first)} ${oneOf(words.last)}` })),
  'attorneys by two beginnings': attorneys(() => ({
    query: `${oneOf(words.first).slice(0, 3)} ${oneOf(words.last).slice(0, 3)}`,
  })),
  'attorneys by last four digits': attorneys(() => ({ query: anyPhone().slice(-4) })),
  'attorneys by email': attorneys(() => ({ query: 'office@sample.example' })),
};

const few = await fill(opened.portal, small, 'bench_cms_small');
const started = performance.now();
const many = await fill(
  opened.portal.useDb('bench_portal_large', { useCache: true }),
  large,
  'bench_cms_large',
);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${large} evaluations and ${large / 50} clients stored in ${seconds} s`);
const measured: Measured[] = [];
for (const [list, read] of Object.entries(lists)) measured.push(await compare(list, read, read));
// A search finds a page in the large database and next to nothing in the small one, so its baseline is a page of that.
const newest = evaluations(() => ({}));
for (const [list, read] of Object.entries(searches)) measured.push(await compare(list, newest, read));
const byName = attorneys(() => ({}));
for (const [list, read] of Object.entries(attorneySearches)) measured.push(await compare(list, byName, read));
console.table(
  measured.map(({ list, few, many }) => ({
    list,
    [`p95 of ${small}`]: `${few.toFixed(1)} ms`,
    [`p95 of ${large}`]: `${many.toFixed(1)} ms`,
    ratio: (many / few).toFixed(2),
  })),
);
console.table([await measureExport()]);
const broken = pages < fewestReadings ? [] : measured.flatMap(brokenLimits);
if (broken.length > 0) {
  console.error(`Limits that are broken:\n  ${broken.join('\n  ')}`);
  process.exitCode = 1;
}
await opened.close();

/**
 * @returns what the lists need to read this database, which has a client for every 50 evaluations and an attorney for every
 * ten. Every tenth client is unverified, and every fifth sent a document.
 */
async function fill(portal: Connection, count: number, cms: string): Promise<Place> {
  const { keys, log } = opened;
  const onProgress = () => {};
  const used = [
    clientsCollection,
    clientDocumentsCollection,
    eventsCollection,
    agencyNoticesCollection,
    contractsCollection,
    dataKeysCollection,
  ];
  for (const collection of used) await collection.prepare(portal);
  await addDemoEvaluations({ count, make: withCommonNames, onProgress }, { portal, keys });
  const people = { count: count / 50, make: () => makePerson(random, words), onProgress };
  await addDemoClients(people, { portal, keys });
  await changeClients(portal);
  // The other indexes last: one of millions of search tokens is built much faster from all of them than one by one.
  await kind.collection.prepare(portal);
  return { portal, keys, log, payload: await fillDirectory(Math.ceil(count / 10), cms) };
}

/** As common as the commonest names of the census of 1990, which have many search tokens: decision 099. */
function withCommonNames() {
  return {
    ...makeEvaluation(random, words),
    ...(random() < 0.01 && { last_name: 'Smith' }),
    ...(random() < 0.033 && { first_name: 'James' }),
  };
}

async function changeClients(portal: Connection): Promise<void> {
  const model = clientsCollection.model(portal);
  const ids = (await model.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);
  const unverified = ids.filter((_, at) => at % 10 === 0);
  await model.collection.updateMany({ _id: { $in: unverified } } as never, {
    $set: { identity_status: 'unverified' },
  });
  for (const [index, _id] of ids.filter((_, at) => at % 5 === 0).entries()) {
    const at = new Date(index);
    await clientDocumentsCollection
      .model(portal)
      .collection.insertOne({ client_id: _id, unread: true, at } as never);
    await model.updateOne({ _id }, { unread_since: at });
  }
}

/** Stores attorneys past the CMS, with its search keys and the indexes that the lists of staff read. */
async function fillDirectory(count: number, cms: string): Promise<Deps['payload']> {
  const { schema } = attorneyModel(opened.payload);
  const model = opened.payload.db.connection
    .useDb(cms)
    .model<StoredAttorney>('attorneys', schema, 'attorneys');
  for (let from = 0; from < count; from += 2_000) {
    const made = Array.from({ length: Math.min(2_000, count - from) }, () => ({
      ...makeAttorney(random, words),
      phone: anyPhone(),
    }));
    await model.collection.insertMany(made.map((one) => ({ ...one, ...directoryKeys(one) })) as never[]);
  }
  for (const index of [nameOrder, stateNameIndex, staffSearchIndex, stateSearchIndex])
    await model.collection.createIndex(index);
  return { db: { collections: { attorneys: model } } } as never;
}

function anyPhone(): string {
  return `201555${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
}

/** @returns a position in the list of attorneys. */
function anyName(): string {
  return `${'0'.repeat(24)}${oneOf(words.first).toLowerCase()}`;
}

/** @returns the position of a row after which some ten have arrived. */
function newRow(): string {
  return encodeCursor(new Date(Date.now() - (300 * dayMs * 10) / large), new Types.ObjectId());
}

/** @returns the position of an attorney who was added a moment ago. */
function newAttorney(): string {
  return new Types.ObjectId(Math.floor(Date.now() / 1000) - 1).toHexString();
}

/** @returns a position in a list of made-up records, which cover the last 300 days. */
function anywhere(of: 'evaluation' | 'client'): string {
  const at = new Date(Date.now() - random() * 300 * dayMs);
  return encodeCursor(at, of === 'client' ? crypto.randomUUID() : new Types.ObjectId());
}

/** @returns the day that many days ago, as `YYYY-MM-DD`. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}

function oneOf(list: readonly string[]): string {
  return list[Math.floor(random() * list.length)] ?? '';
}

/** Exports from the large database, as a file that is read slower than it is made, and measures the memory. */
async function measureExport() {
  const password = crypto.randomUUID();
  const deps = { ...opened, ...many };
  const userId = await createStaff({ name: 'Bench', email: 'bench@sample.example', password }, deps);
  const days = { from: '2000-01-01', to: '9998-12-31' };
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const chunks = await exportRecords(
    exportedSubmissions(kind),
    { format: 'csv', ...days },
    { deps, staff: { userId } },
  );
  let [records, bytes, most] = [-1, 0, before];
  for await (const chunk of chunks) {
    records += 1;
    bytes += chunk.length;
    if (records % 1_000 === 0) most = Math.max(most, process.memoryUsage.rss());
    if (records === mostExported) break;
  }
  const mb = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  return {
    export: `${records} evaluations`,
    seconds: Math.round((performance.now() - start) / 1000),
    file: mb(bytes),
    'memory before': mb(before),
    'most memory': mb(most),
  };
}

type Read = (deps: Place) => Promise<unknown>;

interface Measured {
  list: string;
  /** p95 of the small database and of the large one, ms. */
  few: number;
  many: number;
}

/** Reads lists of both databases by turns. */
async function compare(list: string, baseline: Read, read: Read): Promise<Measured> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let page = 0; page < pages; page += 1) {
    times.few.push(await timed(() => baseline(few)));
    times.many.push(await timed(() => read(many)));
  }
  return { list, few: p95(times.few), many: p95(times.many) };
}

/** @returns a sentence for each limit that a list breaks. */
function brokenLimits({ list, few, many }: Measured): string[] {
  return [
    ...(many >= limits.ms
      ? [`${list}: p95 is ${many.toFixed(1)} ms, and has to be under ${limits.ms} ms`]
      : []),
    ...(many > limits.ratio * few
      ? [
          `${list}: p95 is ${(many / few).toFixed(2)} times its baseline, and at most ${limits.ratio} times is allowed`,
        ]
      : []),
  ];
}

function p95(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
