import { setTimeout as wait } from 'node:timers/promises';
import { openDeps } from '../api/open-deps.ts';
import { createContext } from '../api/platform/context.ts';
import type { Deps } from '../api/platform/deps.ts';
import { CookieJar } from '../api/platform/http/cookies.ts';
import { readSettings } from '../api/platform/settings.ts';
import { type Caller, createCaller } from '../api/router.ts';
import { directoryKeys } from '../cms/attorneys/index-for-directory.ts';
import { prepareDatabase } from '../cms/prepare-database.ts';
import { makeAttorney, makeWords, seededRandom } from '../seed/demo-people.ts';

const batch = 2_000;
/** A scan takes so long that a tenth of the searches says enough. */
const searchesPerScan = 10;
const longestMs = 180_000;
const [attorneys = 0, searches = 0] = process.argv.slice(2).map(Number);

/**
 * The process of `directory.ts` that searches. Its arguments are the number of attorneys and of searches, its
 * environment names an empty database.
 */
const started = performance.now();
const deps = await openDeps(readSettings(process.env), () => {});
const call = createCaller(
  createContext(deps, { address: '127.0.0.1', cookies: new CookieJar(undefined, false) }),
);
const collection = deps.payload.db.connection.collection('attorneys');
const made = await fill(collection);
await prepareDatabase(deps.payload);
console.log(
  `${attorneys} attorneys written and indexed after ${Math.round((performance.now() - started) / 1000)} s`,
);
const found = { ours: [] as number[], scan: [] as number[] };
await settle(deps, call);
for (const [at, query] of makeQueries(made).entries()) {
  if (performance.now() - started > longestMs) break;
  found.ours.push(await timed(() => call.attorneys.search(query)));
  if (at % searchesPerScan === 0) found.scan.push(await timed(() => scan(collection, query.q)));
}
print(found);
await deps.close();

type Collection = Deps['payload']['db']['connection'] extends { collection(name: string): infer C }
  ? C
  : never;

/**
 * Bypasses the CMS, which would take an hour, and stores the same search keys; the indexes, nine million entries, are
 * built afterwards.
 */
async function fill(collection: Collection): Promise<ReturnType<typeof makeAttorney>[]> {
  const random = seededRandom();
  const words = makeWords(random);
  await collection.dropIndexes();
  const sample: ReturnType<typeof makeAttorney>[] = [];
  for (let done = 0; done < attorneys; done += batch) {
    const made = Array.from({ length: batch }, () => makeAttorney(random, words));
    sample.push(...made.slice(0, (searches * batch) / attorneys));
    await collection.insertMany(
      made.map((one) => ({ ...one, ...directoryKeys(one) })),
      { ordered: false },
    );
  }
  return sample;
}

/** Waits until the change stream has reported everything written; from then on the states' counts stay cached. */
async function settle(deps: Deps, call: Caller): Promise<void> {
  do {
    await call.attorneys.search({});
    await wait(1_000);
  } while (!deps.content.fresh('attorney states'));
}

/** Prefixes of any length of one to three words of an attorney, a third of them within a state, some on a late page. */
function makeQueries(made: ReturnType<typeof makeAttorney>[]) {
  const random = seededRandom();
  return made.slice(0, searches).map((one, at) => {
    const words = `${one.name} ${one.firm} ${one.city} ${one.specialties.join(' ')}`.split(' ');
    const typed = Array.from({ length: 1 + (at % 3) }, () => {
      const word = words[Math.floor(random() * words.length)] ?? '';
      return word.slice(0, 1 + Math.floor(random() * word.length));
    });
    return { q: typed.join(' '), state: at % 3 === 0 ? one.state : '', page: at % 10 === 0 ? 10 : 1 };
  });
}

/** The baseline: every word as a pattern on every field, sorted, as one would write it without an index in mind. */
async function scan(collection: Collection, q: string): Promise<void> {
  const fields = ['name', 'firm', 'city', 'specialties'];
  const filter = {
    $and: q.split(' ').map((word) => {
      const pattern = new RegExp(`(^|\\W)${word}`, 'i');
      return { $or: fields.map((field) => ({ [field]: pattern })) };
    }),
  };
  await Promise.all([
    collection.countDocuments(filter),
    collection
      .find(filter, { projection: { search: 0 } })
      .sort({ state: 1, name: 1 })
      .limit(24)
      .toArray(),
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function print({ ours, scan: baseline }: { ours: number[]; scan: number[] }): void {
  const row = (name: string, times: number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => `${(sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1)} ms`;
    return { search: name, searches: times.length, p50: at(0.5), p95: at(0.95), slowest: at(1) };
  };
  console.table([row('directory', ours), row('without an index', baseline)]);
}
