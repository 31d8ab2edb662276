import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { prove } from '../api/testing/prove.ts';
import { runningUris } from '../scripts/mongod.ts';
import { startSite } from '../tests/setup/site.ts';
import { pageDataType } from '../web/app/ui/islands/page-data.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const signers = 500;
/** Pages opened at a time while the signers get ready, which is not measured. */
const readyAtOnce = 8;
const pages = ['/', '/faq', '/articles/technical-denial'];
const printedAfterMs = 180_000;

const steps: [string, Record<string, string>][] = [
  [
    'about-you',
    {
      first_name: 'Dana',
      last_name: 'Sample',
      'date_of_birth.month': '4',
      'date_of_birth.day': '27',
      'date_of_birth.year': '1968',
      ssn: '219-09-9999',
    },
  ],
  [
    'contact',
    {
      street_address: '12 Sample Lane',
      city: 'Newark',
      state: 'NJ',
      zip_code: '07102',
      phone: '(201) 555-0123',
      email: 'dana@sample.example',
    },
  ],
];
const signature = {
  agreed_to_terms: 'on',
  agreed_to_privacy: 'on',
  consent_to_contact: 'on',
  electronic_records: 'on',
  signature_name: 'Dana Sample',
};

/**
 * Signs 500 contracts at once over HTTP, as if 500 people pressed the button in the same second, and requests pages
 * meanwhile. The baseline is what the database alone takes to commit as many transactions that write as much, at once
 * and in the same run. Prints a table; about four minutes, most of it for filling in the forms before; loopback only.
 */
export async function benchContracts(root: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-bench-'));
  const site = await startSite(root, dataDir);
  const database = await openDatabase(dataDir);
  try {
    const started = performance.now();
    const ready = await getReady(site.url);
    console.log(`${signers} people are ready to sign after ${secondsSince(started)} s`);
    const before = await countContracts(database);
    const baseline = await timeAll(Array.from({ length: signers }, (_, at) => () => commit(database, at)));
    const quiet = await timePagesWhile(site.url, wait(3_000));
    const signing = performance.now();
    // Pages are measured from a second before.
    const all = wait(1_000).then(() => timeAll(ready));
    const meanwhile = await timePagesWhile(site.url, all);
    const signed = await all;
    console.log(`all signed after ${secondsSince(signing)} s`);
    print({ baseline, signed, quiet, meanwhile });
    await expectStoredOnce(database, before);
    await waitForPrinting(database, signing);
  } finally {
    await database.close();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openDatabase(dataDir: string): Promise<Client> {
  const uris = await runningUris(dataDir);
  if (!uris) throw new Error('The database of the site does not answer.');
  return new MongoClient(uris.siteUri).connect();
}

/** @returns for each signer the function that presses the button. */
async function getReady(url: string): Promise<(() => Promise<void>)[]> {
  const ready: (() => Promise<void>)[] = [];
  // One iterator for all, so that each number is used once.
  const numbers = Array.from({ length: signers }).keys();
  const fillInSome = async (): Promise<void> => {
    for (const at of numbers) ready.push(await fillIn(url, `10.7.${at >> 8}.${at & 255}`));
  };
  await Promise.all(Array.from({ length: readyAtOnce }, fillInSome));
  return ready;
}

/** What the script of the last step's page is told. */
interface SignPage {
  page: { token: string; challenge: Parameters<typeof prove>[0] };
}

/** Fills in all but the last step. @returns a function that sends the last one. */
async function fillIn(url: string, address: string): Promise<() => Promise<void>> {
  const jar = new Map<string, string>();
  const visit = async (
    path: string,
    body?: Record<string, string>,
    accept = 'text/html',
  ): Promise<Response> => {
    const headers = {
      accept,
      'x-forwarded-for': address,
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      ...(body ? { origin: url, 'sec-fetch-site': 'same-origin' } : {}),
    };
    const form = body ? { method: 'POST', body: new URLSearchParams(body) } : {};
    const answer = await fetch(url + path, { headers, redirect: 'manual', ...form });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const tokenAt = async (step: string) =>
    /name="_token" value="([^"]+)"/.exec(await (await visit(`/sign-contract/${step}`)).text())?.[1] ?? '';
  for (const [step, answers] of steps) {
    await visit(`/sign-contract/${step}`, { ...answers, _token: await tokenAt(step) });
  }
  const { page } = (await (await visit('/sign-contract/sign', undefined, pageDataType)).json()) as SignPage;
  const body = { ...signature, _token: page.token, _proof: await prove(page.challenge) };
  return async () => {
    const answer = await visit('/sign-contract/sign', body);
    const to = answer.headers.get('location');
    if (to !== '/sign-contract/sent') throw new Error(`A contract was answered with ${answer.status}.`);
  };
}

/** As much as a contract writes: five documents, 12 KB, in one transaction that a majority has on disk. */
async function commit(client: Client, at: number): Promise<void> {
  const rows = client.db('portal').collection<{ _id: string; text: string }>('bench');
  await client.withSession((session) =>
    session.withTransaction(
      async () => {
        for (let row = 0; row < 5; row += 1) {
          await rows.insertOne({ _id: `${at}-${row}`, text: 'x'.repeat(2_400) }, { session });
        }
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    ),
  );
}

function timeAll(work: (() => Promise<void>)[]): Promise<number[]> {
  return Promise.all(work.map(timed));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function timePagesWhile(url: string, work: Promise<unknown>): Promise<number[]> {
  const watch = spawn(process.execPath, [join(import.meta.dirname, 'watch-pages.ts'), url, ...pages], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const times = text(watch.stdout);
  await work.catch(() => {});
  watch.stdin.end();
  return JSON.parse(await times);
}

interface Times {
  baseline: number[];
  signed: number[];
  quiet: number[];
  meanwhile: number[];
}

function print({ baseline, signed, quiet, meanwhile }: Times): void {
  const at = (times: number[], share: number) =>
    times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0;
  const row = (name: string, times: number[], against: number[]) => ({
    what: name,
    times: times.length,
    p50: `${Math.round(at(times, 0.5))} ms`,
    p99: `${Math.round(at(times, 0.99))} ms`,
    'p99 of its baseline': (at(times, 0.99) / at(against, 0.99)).toFixed(2),
  });
  console.table([
    row('transactions of the database alone', baseline, baseline),
    row('contracts, all at once', signed, baseline),
    row('pages, with nothing else to do', quiet, quiet),
    row('pages, while contracts are signed', meanwhile, quiet),
  ]);
}

/** Those of the sample people are there from the start. */
async function expectStoredOnce(client: Client, before: number): Promise<void> {
  const stored = (await countContracts(client)) - before;
  if (stored !== signers) throw new Error(`${stored} contracts are stored of ${signers}.`);
  console.log(`${stored} contracts are stored, each once`);
}

/** @returns how many references there are: a contract that is stored twice has two. */
async function countContracts(client: Client): Promise<number> {
  return (await client.db('portal').collection('signed_contracts').distinct('reference')).length;
}

async function waitForPrinting(client: Client, since: number): Promise<void> {
  const documents = client.db('portal').collection('documents');
  const left = () => documents.countDocuments({ state: 'pending' });
  const end = performance.now() + printedAfterMs;
  while ((await left()) > 0 && performance.now() < end) await wait(1_000);
  console.log(`${await left()} PDFs are left to print ${secondsSince(since)} s after the first signature`);
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
