import { easternToday } from '@claimdesk/forms/eastern-time';
import { getForm } from '@claimdesk/forms/registry';
import { type Connection, Types } from 'mongoose';
import { clientsCollection } from '../api/accounts/clients/client.model.ts';
import { type DutyRow, dutiesCollection, dutyRow } from '../api/casework/duties/duty.model.ts';
import type { Duty } from '../api/casework/duties/duty.ts';
import { eventIdOf } from '../api/casework/matters/case-events.ts';
import { type Matter, mattersCollection } from '../api/casework/matters/matter.model.ts';
import { countOverdue, readToday } from '../api/casework/matters/read-today.ts';
import { readWaiting } from '../api/casework/matters/read-waiting.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { encryptAnswers } from '../api/casework/submissions/encrypted-answers.ts';
import type { Submission } from '../api/casework/submissions/submission.model.ts';
import { addDays } from '../api/content/deadlines/calendar-date.ts';
import { openDeps } from '../api/open-deps.ts';
import { dataKeysCollection, openDataKeys } from '../api/platform/keys/data-keys.ts';
import { loadKeys } from '../api/platform/keys/load-keys.ts';
import { readSettings } from '../api/platform/settings.ts';
import { makePerson, makeWords, seededRandom } from '../seed/demo-people.ts';
import { percentile } from '../tests/faults/figures.ts';

const [small = 0, large = 0, readings = 0] = process.argv.slice(2).map(Number);

/**
 * The process of `today.ts` that reads. Its arguments are the numbers of matters in the small and in the large database and how often
 * each list is read; its environment names empty databases.
 */
const opened = await openDeps(readSettings(process.env), () => {});
const random = seededRandom();
const words = makeWords(random);
const today = easternToday();
/** Open ones of each matter: some are late, and most are due within half a year. */
const dutiesEach = 4;
/** In either database: that many wait for a call, a tenth of them for a second one. */
const evaluations = 500;
const [earliestDay, latestDay] = [-10, 170];
const staff = Array.from({ length: 20 }, (_, at) => `staff-${at}`);
const batchSize = 1_000;
const limits = { ms: 100, ratio: 2 } as const;
/** The p95 of fewer readings says nothing. */
const fewestReadings = 100;

type Place = Pick<typeof opened, 'portal' | 'keys' | 'log'>;

const few = await fill(opened.portal.useDb('bench_portal_small', { useCache: true }), small);
const many = await fill(opened.portal.useDb('bench_portal_large', { useCache: true }), large);
console.log(`${small + large} matters with ${(small + large) * dutiesEach} duties stored`);
const anybody = () => anybodyOf(staff);
const lists: Record<string, (place: Place) => Promise<unknown>> = {
  'Today, everybody’s': (place) => readPage(null, place),
  'Today, of one': (place) => readPage(anybody(), place),
  'overdue, counted for the menu': (place) => countOverdue({ staff: anybody() }, place),
};
const measured = [];
for (const [list, read] of Object.entries(lists)) measured.push(await compare(list, read));
console.table(
  measured.map(({ list, small: one, large: other }) => ({
    list,
    [`p95 of ${small * dutiesEach} duties`]: `${one.toFixed(1)} ms`,
    [`p95 of ${large * dutiesEach} duties`]: `${other.toFixed(1)} ms`,
    ratio: (other / one).toFixed(2),
  })),
);
for (const { list, small: one, large: other } of measured)
  if (readings >= fewestReadings && (other >= limits.ms || other > limits.ratio * one)) {
    console.error(`${list}: has to be under ${limits.ms} ms and ${limits.ratio} times the small one`);
    process.exitCode = 1;
  }
await opened.close();

/** As the page does: what is due and who waits, side by side. */
function readPage(owner: string | null, place: Place) {
  return Promise.all([readToday({ owner }, place), readWaiting({ owner }, place)]);
}

async function fill(portal: Connection, count: number): Promise<Place> {
  const keys = await openDataKeys(await loadKeys(opened.settings), portal);
  for (const collection of [
    mattersCollection,
    dutiesCollection,
    dataKeysCollection,
    clientsCollection,
    ...Object.values(submissionKinds).map(({ collection }) => collection),
  ])
    await collection.prepare(portal);
  for (let from = 0; from < count; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => from + at);
    const made = await Promise.all(numbers.map((at) => makeRows(`M-26-${10_000 + at}`, keys)));
    await mattersCollection.model(portal).collection.insertMany(made.map(({ matter }) => matter) as never[]);
    await dutiesCollection
      .model(portal)
      .collection.insertMany(made.flatMap(({ duties }) => duties) as never[]);
  }
  const { collection } = submissionKinds.evaluations;
  const waiting = await Promise.all(Array.from({ length: evaluations }, (_, at) => makeEvaluation(at, keys)));
  await collection.model(portal).collection.insertMany(waiting as never[]);
  return { portal, keys, log: opened.log };
}

async function makeRows(_id: string, keys: Place['keys']): Promise<{ matter: Matter; duties: DutyRow[] }> {
  const { firstName, lastName, dateOfBirth, ssn } = makePerson(random, words);
  const person = { firstName, lastName, dateOfBirth, ssn, address: '', phones: [], email: '' };
  const ring = await keys.for(_id);
  const owner = random() < 0.1 ? null : anybodyOf(staff);
  const duties = Array.from({ length: dutiesEach }, (_, at) => dutyRow(makeDuty(_id, at), owner, ring));
  const matter: Matter = {
    _id,
    person: mattersCollection.encrypt(ring, _id, 'person', JSON.stringify(person)),
    ssn_lookup: [],
    search_tokens: [],
    benefits: [],
    level: 'initial',
    status: 'decided',
    outcome: 'unfavorable',
    owner,
    representative: null,
    next_due: duties.map(({ due }) => due).sort()[0] ?? null,
    changes: 1,
    opened_at: new Date(),
  };
  return { matter, duties };
}

async function makeEvaluation(at: number, keys: Place['keys']): Promise<Submission> {
  const _id = new Types.ObjectId();
  const { form, version } = getForm('case-evaluation');
  const { firstName, lastName } = makePerson(random, words);
  const answers = { first_name: firstName, last_name: lastName, phone: '(201) 555-0147' };
  const record = { collection: submissionKinds.evaluations.collection.name, document: _id.toHexString() };
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const again = at % 10 === 0;
  return {
    _id,
    ...{ form, version, reference: `bench-${at}`, submission_key: `bench-${at}`, search_tokens: [] },
    answers: encryptAnswers(answers, await keys.for(_id), record),
    status: 'pending',
    call_by: inHours(random() * 72 - 24),
    ...(again && { attempts: 1, last_result: 'voicemail', call_again_at: inHours(random() * 48 - 24) }),
    ...(random() < 0.5 && { owner: anybodyOf(staff) }),
    created_at: new Date(),
  };
}

function makeDuty(matter: string, at: number): Duty {
  const event = eventIdOf(`${matter}-${at}`);
  return {
    id: `${event}:initial-denial/reconsideration`,
    ...{ matter, event, rule: 'initial-denial/reconsideration', version: '1990-01-01' },
    title: 'File the request for reconsideration',
    due: addDays(today, earliestDay + Math.floor(random() * (latestDay - earliestDay))),
    ...{ hard: true, isAppeal: true, source: '20 CFR 404.909(a)(1)', state: 'open' },
    steps: ['Dated Wednesday, September 30, 2026.', 'Counts as received on Monday, October 5, 2026.'],
  };
}

function anybodyOf(list: readonly string[]): string {
  return list[Math.floor(random() * list.length)] ?? '';
}

/** Reads a list of both databases by turns. @returns the p95 of each, ms. */
async function compare(list: string, read: (place: Place) => Promise<unknown>) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let reading = 0; reading < readings; reading += 1)
    for (const [size, place] of [
      ['small', few],
      ['large', many],
    ] as const) {
      const start = performance.now();
      await read(place);
      times[size].push(performance.now() - start);
    }
  return { list, small: percentile(times.small, 0.95), large: percentile(times.large, 0.95) };
}
