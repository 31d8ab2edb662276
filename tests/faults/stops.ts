import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Attempts, countDamage, type Evaluation, prepareEvaluations } from './evaluations.ts';
import { all, forEachAtOnce, none, type Row, seconds, sized } from './figures.ts';
import { otherAddress } from './requests.ts';
import type { Trial } from './trial.ts';

const rounds = 20;
const keptConnections = 10;
const newConnections = 4;
const evaluationsPerRound = 20;
/** As long as stopping may take (see `drain`), and half a second for the last lines of the log. */
const endsWithinMs = 12_000;

const pages = ['/faq', '/client-login', '/search?q=appeal', '/free-case-evaluation'];

/** SIGTERM, as at every update. */
export const stops: Trial = {
  name: 'stops',
  title: 'SIGTERM under load',
  about:
    'Visitors read pages, on connections that stay open and on a new one each time, and send case evaluations, until the process has ended. A request is dropped when it was sent on a connection that was accepted, and did not get a whole answer. A connection that is refused is no dropped request: a proxy then asks another process. After the restart, everything that was not acknowledged is sent again.',
  on: 'one node',
  async run(scale, product) {
    const stopped = sized(rounds, scale, 2);
    const counts: Counts = { answered: 0, refused: 0, dropped: [], failed: [] };
    const attempts = new Attempts();
    let clean = 0;
    let slowestMs = 0;
    const sent: Evaluation[] = [];
    for (let round = 0; round < stopped; round += 1) {
      const evaluations = await prepareEvaluations(evaluationsPerRound, product);
      const load = startLoad(product.url, counts);
      const sending = forEachAtOnce(evaluations, 4, (each) => attempts.sendUntilStored(product.url, each));
      await wait(500);
      const start = performance.now();
      if ((await product.end()) === 0) clean += 1;
      slowestMs = Math.max(slowestMs, performance.now() - start);
      await load.stop();
      product.start();
      await product.started();
      await sending;
      sent.push(...evaluations);
    }
    for (const each of [...new Set([...counts.dropped, ...counts.failed])].slice(0, 10))
      console.log(`    ${each}`);
    const rows = judge(
      { stopped, clean, slowestMs, counts, attempts },
      await countDamage(sent, product),
      sent.length,
    );
    if (scale < 1) return rows;
    // The system resets what is sent in the moment in which a process stops listening: of few stops, chance would decide.
    const answered = counts.answered.toLocaleString('en-US');
    return [
      ...rows,
      none(`dropped requests, beside ${answered} that were answered`, counts.dropped.length),
      none(
        'evaluations that were sent and not answered',
        attempts.counts['not answered'] + attempts.counts.hung,
      ),
    ];
  },
};

interface Counts {
  answered: number;
  refused: number;
  dropped: string[];
  failed: string[];
}

function judge(
  {
    stopped,
    clean,
    slowestMs,
    counts,
    attempts,
  }: { stopped: number; clean: number; slowestMs: number; counts: Counts; attempts: Attempts },
  damage: Awaited<ReturnType<typeof countDamage>>,
  evaluations: number,
): Row[] {
  return [
    all('exits with code 0', clean, stopped),
    seconds('slowest exit', slowestMs, endsWithinMs),
    none(
      'answers that are a 5xx',
      counts.failed.length + attempts.counts['refused in our words'] + attempts.counts['refused otherwise'],
    ),
    all('evaluations acknowledged', attempts.counts.stored, evaluations),
    none('acknowledged and lost', damage.lost),
    none('stored or mailed twice', damage.twice),
    none('stored in part', damage.halfDone),
  ];
}

/** Reads pages until it is stopped, or nothing listens any more. */
function startLoad(url: string, counts: Counts): { stop(): Promise<void> } {
  let over = false;
  const agent = new Agent({ keepAlive: true, maxSockets: keptConnections });
  const visit = async (own: Agent | false) => {
    for (let at = 0; !over; at += 1) {
      const path = pages[at % pages.length] ?? '/';
      const outcome = await read(url, path, own);
      if (outcome === 'refused') {
        counts.refused += 1;
        return;
      }
      if (typeof outcome === 'number') {
        counts.answered += 1;
        if (outcome >= 500) counts.failed.push(`${path}: ${outcome}`);
      } else counts.dropped.push(`${path}: ${outcome.message}${own ? '' : ' on a new connection'}`);
    }
  };
  const visits = [
    ...Array.from({ length: keptConnections }, () => visit(agent)),
    ...Array.from({ length: newConnections }, () => visit(false)),
  ];
  return {
    async stop() {
      over = true;
      await Promise.all(visits);
      agent.destroy();
    },
  };
}

/** @returns the status of a whole answer, `refused` where nothing listened, or why the request was dropped. */
function read(url: string, path: string, agent: Agent | false): Promise<number | 'refused' | Error> {
  return new Promise((resolve) => {
    const { port } = new URL(url);
    const headers = { accept: 'text/html', 'x-forwarded-for': otherAddress() };
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers, agent });
    sent.once('error', (error: Error & { code?: string }) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : error),
    );
    sent.once('response', (response) => {
      response.once('error', resolve);
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.end();
  });
}
