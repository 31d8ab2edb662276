import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startSite } from '../tests/setup/site.ts';

const seconds = 3;
const rounds = 5;
const connections = 20;

/** The first pages of forms, for somebody who has not begun. */
const forms = ['/free-case-evaluation', '/join-network', '/call-me', '/client-login'];

interface Measured {
  requestsPerSecond: number;
  p99: number;
}

interface Row {
  name: string;
  url: string;
  /** Makes another address of each request. */
  next?: (count: number) => string;
  /** The name of the row that it is compared with. */
  baseline: string;
}

/**
 * Compares the site's pages with a bare Fastify that sends the same bytes, alternating within one run, so that other
 * load on the machine affects both. Prints a table; about four minutes, loopback only, stops by itself.
 */
export async function benchPages(root: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-bench-'));
  const site = await startSite(root, dataDir);
  const article = `${site.url}/articles/technical-denial`;
  const [bareArticle, bareHome] = await Promise.all([startBare(article), startBare(site.url)]);
  const [asArticle, asHome] = ["bare Fastify, the article's bytes", "bare Fastify, the home page's bytes"];
  try {
    const rows: Row[] = [
      { name: asArticle, url: bareArticle.url, baseline: asArticle },
      { name: 'article, from memory', url: article, baseline: asArticle },
      // Addresses with a query are not cached, so this one is rendered each time.
      { name: 'article, rendered each time', url: `${article}?fresh`, baseline: asArticle },
      { name: asHome, url: bareHome.url, baseline: asHome },
      { name: 'home page, from memory', url: site.url, baseline: asHome },
      ...[
        { name: 'attorney directory, one state', path: '/attorney-directory?state=NJ' },
        { name: 'attorney directory, near a ZIP code', path: '/attorney-directory?zip=07102' },
        { name: 'search, of our words', path: '/search?q=back+pain' },
        ...forms.map((path) => ({ name: `form, \`${path}\``, path })),
      ].map(({ name, path }) => ({ name, url: site.url + path, baseline: asHome })),
      {
        name: 'search, each of other words',
        url: site.url,
        next: (count) => `/search?q=back+pain+of+${nameOf(count)}`,
        baseline: asHome,
      },
    ];
    await printMemory('at the start', dataDir);
    const found = new Map<string, Measured[]>(rows.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const row of rows) found.get(row.name)?.push(await measure(row));
    }
    print(rows, found);
    await printMemory('after the load', dataDir);
  } finally {
    bareArticle.stop();
    bareHome.stop();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @returns another word for each number, without digits. */
function nameOf(count: number): string {
  return [...count.toString(2)].map((digit) => (digit === '1' ? 'zo' : 'ka')).join('');
}

async function measure({ url, next }: Row): Promise<Measured> {
  let count = 0;
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    ...(next && { requests: [{ setupRequest: (request) => ({ ...request, path: next(++count) }) }] }),
  });
  if (non2xx + errors > 0) throw new Error(`${url} failed ${non2xx + errors} times.`);
  return { requestsPerSecond: requests.average, p99: latency.p99 };
}

/** A Fastify with one route and no hooks, in a process of its own like the site. */
async function startBare(copyOf: string): Promise<{ url: string; stop(): void }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-fastify.ts'), copyOf],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  return { url, stop: () => child.kill() };
}

function print(rows: Row[], found: Map<string, Measured[]>): void {
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const ratesOf = (name: string) => (found.get(name) ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
  console.log('| page | requests/s | of its baseline | p99 ms |\n|---|---|---|---|');
  for (const { name, baseline } of rows) {
    const p99 = median((found.get(name) ?? []).map((each) => each.p99));
    // Compared within each round, because the machine may be busier in one than in another.
    const bare = ratesOf(baseline);
    const share = median(ratesOf(name).map((rate, round) => rate / (bare[round] ?? rate)));
    console.log(`| ${name} | ${Math.round(median(ratesOf(name)))} | ${share.toFixed(2)} | ${p99} |`);
  }
}

async function printMemory(when: string, dataDir: string): Promise<void> {
  const processes: { name: string; pid: number }[] = JSON.parse(
    await readFile(join(dataDir, 'processes.json'), 'utf8'),
  );
  for (const { name, pid } of processes) {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    console.log(`memory of ${name} ${when}: ${Math.round(Number(kilobytes) / 1024)} MB`);
  }
}
