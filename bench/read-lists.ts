import { Types } from 'mongoose';
import { listClients } from '../api/casework/clients/list-clients.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { countPending } from '../api/casework/submissions/count-pending.ts';
import { listSubmissions } from '../api/casework/submissions/list-submissions.ts';
import { openDeps } from '../api/open-deps.ts';
import { addDemoClients, addDemoEvaluations } from '../api/operations/demo-records.ts';
import { encodeCursor } from '../api/platform/database/cursor.ts';
import { readSettings } from '../api/platform/settings.ts';
import { makeEvaluation, makePerson, makeWords, seededRandom } from '../seed/demo-people.ts';

const [small = 0, large = 0, pages = 0] = process.argv.slice(2).map(Number);

/**
 * The process of `lists.ts` that reads. Its arguments are the sizes of the small and the large list and how often each
 * page is read, its environment names an empty database.
 */
const random = seededRandom();
const words = makeWords(random);
const deps = await openDeps(readSettings(process.env), () => {});
const kind = submissionKinds.evaluations;
const dayMs = 24 * 60 * 60 * 1000;

const lists: Record<string, () => Promise<unknown>> = {
  'evaluations, newest': () => listSubmissions(kind, {}, { deps }),
  'evaluations, anywhere': () => listSubmissions(kind, { cursor: anywhere('evaluation') }, { deps }),
  'evaluations waiting': () => countPending(kind, { deps }),
  'clients, newest': () => listClients({}, { deps }),
  'clients, anywhere': () => listClients({ cursor: anywhere('client') }, { deps }),
};

await fill(small);
const before = await measure();
const started = performance.now();
await fill(large - small);
console.log(`${large} evaluations and clients after ${Math.round((performance.now() - started) / 1000)} s`);
const after = await measure();
console.table(
  Object.keys(lists).map((list) => {
    const [few = 0, many = 0] = [before.get(list), after.get(list)];
    return {
      list,
      [`p95 of ${small}`]: `${few.toFixed(1)} ms`,
      [`p95 of ${large}`]: `${many.toFixed(1)} ms`,
      times: (many / few).toFixed(2),
    };
  }),
);
await deps.close();

async function fill(count: number): Promise<void> {
  const onProgress = () => {};
  await addDemoEvaluations({ count, make: () => makeEvaluation(random, words), onProgress }, deps);
  await addDemoClients({ count, make: () => makePerson(random, words), onProgress }, deps);
}

/** @returns a position in the list of made-up records, which cover the last 300 days. */
function anywhere(of: 'evaluation' | 'client'): string {
  const at = new Date(Date.now() - random() * 300 * dayMs);
  return encodeCursor(at, of === 'client' ? crypto.randomUUID() : new Types.ObjectId());
}

/** @returns the 95th percentile of each list's pages, in milliseconds. */
async function measure(): Promise<Map<string, number>> {
  const p95 = new Map<string, number>();
  for (const [list, read] of Object.entries(lists)) {
    const times: number[] = [];
    for (let page = 0; page < pages; page += 1) {
      const start = performance.now();
      await read();
      times.push(performance.now() - start);
    }
    p95.set(list, times.toSorted((one, other) => one - other)[Math.ceil(pages * 0.95) - 1] ?? 0);
  }
  return p95;
}
