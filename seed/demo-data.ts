import { randomInt } from 'node:crypto';
import { addDemoClients, addDemoEvaluations } from '@claimdesk/api/demo-records';
import type { Deps } from '@claimdesk/api/deps';
import { openDeps } from '@claimdesk/api/open-deps';
import { readSettings } from '@claimdesk/api/settings';
import { requireTrial } from '@claimdesk/api/trial';
import { directoryKeys } from '@claimdesk/cms/directory-keys';
import { placeKey } from '@claimdesk/cms/places';
import {
  makeAttorney,
  makeEvaluation,
  makePerson,
  makeWords,
  type Random,
  seededRandom,
} from './demo-people.ts';

const batchSize = 2_000;

/**
 * The process of `npm run demo:data` that writes. Its arguments are the numbers of evaluations, attorneys and clients to
 * add; its environment is the site's.
 */
const [evaluations = 0, attorneys = 0, clients = 0] = process.argv.slice(2).map(Number);
const random = seededRandom(randomInt(2 ** 32));
const words = makeWords(random);
const deps = await openDeps(readSettings(process.env), () => {});
try {
  await requireTrial(deps);
  await report('evaluations', evaluations, (onProgress) => {
    const make = () => makeEvaluation(random, words);
    return addDemoEvaluations({ count: evaluations, make, onProgress }, deps);
  });
  await report('attorneys', attorneys, (onProgress) => addDemoAttorneys(attorneys, random, onProgress, deps));
  await report('clients', clients, (onProgress) => {
    const make = () => makePerson(random, words);
    return addDemoClients({ count: clients, make, onProgress }, deps);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await deps.close();
}

async function report(
  what: string,
  count: number,
  add: (onProgress: (stored: number) => void) => Promise<number>,
): Promise<void> {
  if (count === 0) return;
  const started = performance.now();
  let reportedAt = started;
  const stored = await add((soFar) => {
    if (performance.now() - reportedAt < 5_000) return;
    reportedAt = performance.now();
    console.log(`    ${soFar.toLocaleString('en-US')} ${what}`);
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${stored.toLocaleString('en-US')} ${what} added in ${seconds.toFixed(1)} s`);
}

/** Bypasses the CMS, which would take hours, and stores what it would. */
async function addDemoAttorneys(
  count: number,
  random: Random,
  onProgress: (stored: number) => void,
  { payload }: Pick<Deps, 'payload'>,
): Promise<number> {
  for (let from = 0; from < count; from += batchSize) {
    const made = Array.from({ length: Math.min(batchSize, count - from) }, () => makeAttorney(random, words));
    const at = new Date();
    await payload.db.collections.attorneys?.collection.insertMany(
      made.map((one) => ({
        ...one,
        ...directoryKeys(one),
        place: placeKey(one),
        createdAt: at,
        updatedAt: at,
      })),
      { ordered: false },
    );
    onProgress(from + made.length);
  }
  return count;
}
