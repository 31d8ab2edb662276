import { type Connection, Types } from 'mongoose';
import { prepareClients } from '../api/accounts/clients/client.model.ts';
import { createStaff } from '../api/accounts/staff/create-staff.ts';
import { listClients } from '../api/casework/clients/list-clients.ts';
import { exportRecords } from '../api/casework/exports/export-records.ts';
import type { ListRequest } from '../api/casework/lists/list-request.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { countPending } from '../api/casework/submissions/count-pending.ts';
import { listSubmissions } from '../api/casework/submissions/list-submissions.ts';
import { prepareSubmissions, submissionModel } from '../api/casework/submissions/submission.model.ts';
import { openDeps } from '../api/open-deps.ts';
import { addDemoClients, addDemoEvaluations } from '../api/operations/demo-records.ts';
import { encodeCursor } from '../api/platform/database/cursor.ts';
import type { Deps } from '../api/platform/deps.ts';
import { readSettings } from '../api/platform/settings.ts';
import { makeEvaluation, makePerson, makeWords, seededRandom } from '../seed/demo-people.ts';

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

type Place = Pick<Deps, 'portal' | 'keys' | 'log'>;
const evaluations = (request: () => ListRequest) => (deps: Place) =>
  listSubmissions(kind, request(), { deps });
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
  'clients, newest': (deps) => listClients({}, { deps }),
  'clients, anywhere': (deps) => listClients({ cursor: anywhere('client') }, { deps }),
};

const searches: typeof lists = {
  'evaluations by last name': evaluations(() => ({ query: oneOf(words.last) })),
  'evaluations by whole name': evaluations(() => ({ query: `${oneOf(words.first)} ${oneOf(words.last)}` })),
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
  'clients by last name': (deps) => listClients({ query: oneOf(words.last) }, { deps }),
};

const few = await fill(opened.portal, small);
const started = performance.now();
const many = await fill(opened.portal.useDb('bench_portal_large', { useCache: true }), large);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${large} evaluations and ${large / 50} clients stored in ${seconds} s`);
const rows: Record<string, string>[] = [];
for (const [list, read] of Object.entries(lists)) rows.push(await compare(list, read, read));
// A search finds a page in the large database and next to nothing in the small one, so its baseline is a page of that.
const newest = evaluations(() => ({}));
for (const [list, read] of Object.entries(searches)) rows.push(await compare(list, newest, read));
console.table(rows);
console.table([await measureExport()]);
await opened.close();

/** @returns what the lists need to read this database, which has a client for every 50 evaluations. */
async function fill(portal: Connection, count: number): Promise<Place> {
  const { keys, log } = opened;
  const onProgress = () => {};
  await prepareClients(portal);
  await submissionModel(kind, portal).collection.createIndex({ reference: 1 }, { unique: true });
  await addDemoEvaluations(
    { count, make: () => makeEvaluation(random, words), onProgress },
    { portal, keys },
  );
  const clients = { count: count / 50, make: () => makePerson(random, words), onProgress };
  await addDemoClients(clients, { portal, keys });
  // The other indexes last: one of millions of search tokens is built much faster from all of them than one by one.
  await prepareSubmissions(kind, portal);
  return { portal, keys, log };
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
    { kind: 'evaluations', format: 'csv', ...days },
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

/** Reads lists of both databases by turns. */
async function compare(list: string, baseline: Read, read: Read) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let page = 0; page < pages; page += 1) {
    times.few.push(await timed(() => baseline(few)));
    times.many.push(await timed(() => read(many)));
  }
  const [p95few, p95many] = [p95(times.few), p95(times.many)];
  return {
    list,
    [`p95 of ${small}`]: `${p95few.toFixed(1)} ms`,
    [`p95 of ${large}`]: `${p95many.toFixed(1)} ms`,
    ratio: (p95many / p95few).toFixed(2),
  };
}

function p95(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
