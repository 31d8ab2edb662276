import { type Connection, Types } from 'mongoose';
import { prepareClients } from '../api/accounts/clients/client.model.ts';
import { listClients } from '../api/casework/clients/list-clients.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { countPending } from '../api/casework/submissions/count-pending.ts';
import { listSubmissions } from '../api/casework/submissions/list-submissions.ts';
import { prepareSubmissions } from '../api/casework/submissions/submission.model.ts';
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
const dayMs = 24 * 60 * 60 * 1000;

type Place = Pick<Deps, 'portal' | 'keys' | 'log'>;
const lists: Record<string, (deps: Place) => Promise<unknown>> = {
  'evaluations, newest': (deps) => listSubmissions(kind, {}, { deps }),
  'evaluations, anywhere': (deps) => listSubmissions(kind, { cursor: anywhere('evaluation') }, { deps }),
  'evaluations waiting': (deps) => countPending(kind, { deps }),
  'clients, newest': (deps) => listClients({}, { deps }),
  'clients, anywhere': (deps) => listClients({ cursor: anywhere('client') }, { deps }),
};

const few = await fill(opened.portal, small);
const started = performance.now();
const many = await fill(opened.portal.useDb('bench_portal_large', { useCache: true }), large);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${large} evaluations and ${large / 50} clients stored in ${seconds} s`);
const rows: Record<string, string>[] = [];
for (const [list, read] of Object.entries(lists)) rows.push(await compare(list, read));
console.table(rows);
await opened.close();

/** @returns what the lists need to read this database, which has a client for every 50 evaluations. */
async function fill(portal: Connection, count: number): Promise<Place> {
  const { keys, log } = opened;
  await prepareSubmissions(kind, portal);
  await prepareClients(portal);
  const onProgress = () => {};
  await addDemoEvaluations(
    { count, make: () => makeEvaluation(random, words), onProgress },
    { portal, keys },
  );
  const clients = { count: count / 50, make: () => makePerson(random, words), onProgress };
  await addDemoClients(clients, { portal, keys });
  return { portal, keys, log };
}

/** @returns a position in a list of made-up records, which cover the last 300 days. */
function anywhere(of: 'evaluation' | 'client'): string {
  const at = new Date(Date.now() - random() * 300 * dayMs);
  return encodeCursor(at, of === 'client' ? crypto.randomUUID() : new Types.ObjectId());
}

/** Reads the same list of both databases by turns. */
async function compare(list: string, read: (deps: Place) => Promise<unknown>) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let page = 0; page < pages; page += 1) {
    times.few.push(await timed(() => read(few)));
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
