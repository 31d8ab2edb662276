import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../../api/platform/deps.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { addFigures } from '../../seed/figures.ts';
import { readArticles } from '../../seed/seed-content.ts';
import { addMissing } from '../../seed/seed-documents.ts';
import { site as siteSettings } from '../../seed/site.ts';

const slug = 'hearing-attendees';

export interface PublishedArticle {
  id: string;
  /** The public page of the article at each site process. */
  pages: string[];
  stop(): Promise<void>;
}

/** Publishes the seed's articles, and starts site processes over the database that the environment names. */
export async function servePublishedArticle(
  payload: Deps['payload'],
  processes: number,
): Promise<PublishedArticle> {
  await addFigures(payload);
  await payload.updateGlobal({ slug: 'site', data: siteSettings });
  await payload.delete({ collection: 'articles', where: {} });
  await addMissing(payload, await readArticles(payload));
  const { docs } = await payload.find({ collection: 'articles', where: { slug: { equals: slug } } });
  const sites = await Promise.all(Array.from({ length: processes }, () => startSiteProcess()));
  return {
    id: docs[0]?.id ?? '',
    pages: sites.map(({ url }) => `${url}/articles/${slug}`),
    async stop() {
      await Promise.all(sites.map(({ child }) => end(child)));
    },
  };
}

function end(child: ChildProcess): Promise<unknown> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return exited;
}

/** Starts a site process, or a worker, over the databases that the environment names, and waits until it listens. */
export async function startSiteProcess(program = 'server.ts'): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../web', program)], {
    env: {
      ...process.env,
      // As in production: otherwise React's development checks slow it down. It refuses sample secrets, hence the random one.
      NODE_ENV: 'production',
      PAYLOAD_SECRET: randomBytes(32).toString('hex'),
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    // Its own pipe: with the worker's, a process that outlives a failed test would keep the whole run from ending.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(process.stderr);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('"listening"') && resolve());
    child.once('exit', (code) => reject(new Error(`a site process ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** @throws Error when the page does not answer with 200. */
export async function readPage(page: string): Promise<string> {
  const response = await fetch(page);
  if (response.status !== 200) throw new Error(`${page} answered ${response.status}.`);
  return response.text();
}

/** Polls every 5 ms, which leaves CPU time to the site processes. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(5);
}
