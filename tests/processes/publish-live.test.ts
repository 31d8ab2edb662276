import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../api/platform/deps.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { facts } from '../../seed/facts.ts';
import { readArticles } from '../../seed/seed-content.ts';
import { addMissing } from '../../seed/seed-documents.ts';
import { site as siteSettings } from '../../seed/site.ts';
import { openDeps } from '../setup/deps.ts';

const processes = 4;
const publications = 50;
const slug = 'hearing-attendees';

let deps: Deps;
let children: ChildProcess[] = [];
let pages: string[] = [];

beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'facts', data: facts });
  await deps.payload.updateGlobal({ slug: 'site', data: siteSettings });
  await deps.payload.delete({ collection: 'articles', where: {} });
  await addMissing(deps.payload, await readArticles(deps.payload));
  const sites = await Promise.all(Array.from({ length: processes }, startSiteProcess));
  children = sites.map(({ child }) => child);
  pages = sites.map(({ url }) => `${url}/articles/${slug}`);
}, 240_000);

afterAll(async () => {
  await Promise.all(
    children.map((child) => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      return exited;
    }),
  );
  await deps.payload.delete({ collection: 'articles', where: {} });
  await deps.close();
});

describe('what an editor publishes', () => {
  it(`is on the public page of ${processes} site processes within 200 ms, 95 of 100 times`, async () => {
    const { docs } = await deps.payload.find({ collection: 'articles', where: { slug: { equals: slug } } });
    const id = docs[0]?.id ?? '';
    const durations: number[] = [];
    for (let round = 1; round <= publications; round += 1) {
      // Every process has the old page cached, as in normal operation.
      await Promise.all(pages.map((page) => read(page)));
      const title = `Who is at your hearing, version ${round}`;
      const startedAt = performance.now();
      await deps.payload.update({ collection: 'articles', id, data: { title, _status: 'published' } });
      await Promise.all(pages.map((page) => untilPublic(page, title)));
      durations.push(performance.now() - startedAt);
    }
    const sorted = durations.sort((a, b) => a - b);
    const percentile = (share: number) =>
      Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
    console.log(
      `publish to public: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${percentile(1)} ms`,
    );
    expect(durations).toHaveLength(publications);
    expect(percentile(0.95)).toBeLessThan(200);
  }, 120_000);

  it('is gone from every process as soon as it is unpublished', async () => {
    await deps.payload.update({
      collection: 'articles',
      where: { slug: { equals: slug } },
      data: { _status: 'draft' },
    });
    for (const page of pages) await until(async () => (await fetch(page)).status === 404);
  });
});

async function untilPublic(page: string, title: string): Promise<void> {
  await until(async () => (await read(page)).includes(title));
}

/** Polls every 5 ms, which leaves CPU time to the site processes. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(5);
}

async function read(page: string): Promise<string> {
  const response = await fetch(page);
  expect(response.status).toBe(200);
  return response.text();
}

async function startSiteProcess(): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../web/server.ts')], {
    env: {
      ...process.env,
      // As in production: otherwise React's development checks slow it down. It refuses sample secrets, hence the random one.
      NODE_ENV: 'production',
      PAYLOAD_SECRET: randomBytes(32).toString('hex'),
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('"listening"') && resolve());
    child.once('exit', (code) => reject(new Error(`a site process ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}
