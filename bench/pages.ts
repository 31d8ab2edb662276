import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startSite } from '../tests/setup/site.ts';

const seconds = 5;
const rounds = 3;
const connections = 20;

interface Measured {
  requestsPerSecond: number;
  p99: number;
}

/**
 * Compares the site's pages with a bare Fastify that hands out the same bytes, turn by turn in one run, so that what
 * else the machine does weighs on both. Prints a table; about two minutes, loopback only, stops by itself.
 */
export async function benchPages(root: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-bench-'));
  const site = await startSite(root, dataDir);
  const article = `${site.url}/articles/technical-denial`;
  const bare = await startBare(article);
  try {
    const rows: [name: string, url: string][] = [
      ['bare Fastify, same bytes', bare.url],
      ['article, from memory', article],
      // A query is not for the cache, so this one is rendered each time.
      ['article, rendered each time', `${article}?fresh`],
      ['home page, from memory', site.url],
      ['attorney directory, one state', `${site.url}/attorney-directory?state=NJ`],
    ];
    const found = new Map<string, Measured[]>(rows.map(([name]) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, url] of rows) found.get(name)?.push(await measure(url));
    }
    await print(found, dataDir);
  } finally {
    bare.stop();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<Measured> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  });
  if (non2xx + errors > 0) throw new Error(`${url} failed ${non2xx + errors} times.`);
  return { requestsPerSecond: requests.average, p99: latency.p99 };
}

/** A Fastify with one route and no hooks, in a process of its own as the site is. */
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

async function print(found: Map<string, Measured[]>, dataDir: string): Promise<void> {
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const baseline = median([...found.values()][0]?.map(({ requestsPerSecond }) => requestsPerSecond) ?? []);
  console.log('| page | requests/s | of bare Fastify | p99 ms |\n|---|---|---|---|');
  for (const [name, all] of found) {
    const rate = median(all.map(({ requestsPerSecond }) => requestsPerSecond));
    const p99 = median(all.map((each) => each.p99));
    console.log(`| ${name} | ${Math.round(rate)} | ${(rate / baseline).toFixed(2)} | ${p99} |`);
  }
  const processes: { name: string; pid: number }[] = JSON.parse(
    await readFile(join(dataDir, 'processes.json'), 'utf8'),
  );
  for (const { name, pid } of processes) {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    console.log(`memory of ${name}: ${Math.round(Number(kilobytes) / 1024)} MB`);
  }
}
