import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareEvaluations } from '../faults/evaluations.ts';
import { none, type Row } from '../faults/figures.ts';
import type { TwoSites } from './sites.ts';
import { type Asked, ask } from './visitor.ts';

/** So many requests are on their way at most: on a machine that can't do more, less are sent. */
const mostAtOnce = 50;
const rounds = 2;
const evaluations = 150;
const pages = ['/', '/faq', '/client-login', '/search?q=appeal', '/articles/technical-denial'];
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

/** Restarts each site in turn, as an update does, while visitors read pages and send forms. @returns what was dropped. */
export async function updateUnderLoad(origin: string, two: TwoSites, perSecond: number): Promise<Row[]> {
  const ready = await prepareEvaluations(evaluations, two);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const faults: string[] = [];
  const counts = { read: 0, posted: 0, stored: 0 };
  const running = new Set<Promise<void>>();
  let at = 0;

  async function visit(path: string, asked: Asked, expected: number): Promise<void> {
    // Half of the visitors keep their connection; each of the others has one of their own.
    const kept = at % 2 === 0;
    // Forms have a limit for each address.
    const address =
      kept && !asked.body ? `127.0.1.${1 + (at % 20)}` : `127.0.${2 + (at % 200)}.${1 + (at % 250)}`;
    const answer = await ask(origin, path, { ...asked, address, agent: kept && !asked.body && agent }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Error) faults.push(`${path}: ${answer.message}`);
    else if (answer.status !== expected) faults.push(`${path}: ${answer.status}`);
    else if (!asked.body) counts.read += 1;
    else if (expected === 303) counts.stored += 1;
    else counts.posted += 1;
  }
  function next(): Promise<void> {
    at += 1;
    if (at % 5 > 0) return visit(pages[at % pages.length] ?? '/', {}, 200);
    const evaluation = at % 10 === 0 ? ready.pop() : undefined;
    if (!evaluation) return visit('/verify', { body: 'reference=K7QH-M9XC', headers: urlencoded }, 200);
    const headers = { ...urlencoded, cookie: `__Host-draft-case-evaluation=${evaluation.secret}` };
    const body = new URLSearchParams(evaluation.fields).toString();
    return visit('/free-case-evaluation/contact', { body, headers }, 303);
  }

  let over = false;
  const load = (async () => {
    const start = performance.now();
    for (let sent = 0; !over; sent += 1) {
      await wait(Math.max(0, start + sent * (1_000 / perSecond) - performance.now()));
      if (running.size >= mostAtOnce) await Promise.race(running);
      const visited = next();
      running.add(visited);
      void visited.then(() => running.delete(visited));
    }
    await Promise.all(running);
  })();
  const start = performance.now();
  try {
    await wait(2_000);
    for (let round = 0; round < rounds; round += 1)
      for (const site of two.sites) {
        await site.end();
        await site.start();
        await wait(2_000);
      }
  } finally {
    over = true;
    await load;
    agent.destroy();
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  const counted = new Map<string, number>();
  for (const fault of faults) counted.set(fault, (counted.get(fault) ?? 0) + 1);
  for (const [fault, times] of counted) console.log(`      ${times} x ${fault}`);
  const { read, posted, stored } = counts;
  const all = faults.length + read + posted + stored;
  return [
    none(
      `dropped or refused, of ${all} requests in ${seconds} s (${Math.round(all / seconds)} a second) and ${rounds * 2} restarts: ${read} pages, ${posted} forms read, ${stored} evaluations stored`,
      faults.length,
    ),
  ];
}
