import { setTimeout as wait } from 'node:timers/promises';
import { Attempts, countDamage, type Evaluation, prepareEvaluations } from './evaluations.ts';
import { all, forEachAtOnce, none, type Row, seconds, sized } from './figures.ts';
import { isInOurWords, request } from './requests.ts';
import type { ProductOnThree } from './three-nodes.ts';
import type { Trial } from './trial.ts';

const writers = 20;
const writesOfEach = 50;
const recoversWithinMs = 15_000;
/** Until the deadline of the database (docs/decisions/091), the page and a busy machine. */
const answersWithinMs = 9_000;
const perSecond = 20;
const stepDownEveryMs = 20_000;
const steppingDownForMs = 180_000;
const atMostFailed = 0.02;

export const killedPrimary: Trial = {
  name: 'killed-primary',
  title: 'A primary that is killed',
  about: `${writers} people send case evaluations, each the next one once the last is acknowledged, and each again until it is. After a third of them the primary of three nodes is killed; once the others have one again, it is started.`,
  on: 'three nodes',
  async run(scale, product) {
    const evaluations = await prepareEvaluations(writers * sized(writesOfEach, scale, 5), product);
    const attempts = new Attempts();
    const acknowledged: { evaluation: Evaluation; begun: number; at: number }[] = [];
    let killedAt = Number.POSITIVE_INFINITY;
    let killing: Promise<() => Promise<void>> | undefined;
    await forEachAtOnce(evaluations, writers, async (evaluation) => {
      const begun = performance.now();
      if (!(await attempts.sendUntilStored(product.url, evaluation))) return;
      acknowledged.push({ evaluation, begun, at: performance.now() });
      if (killing || acknowledged.length < evaluations.length / 3) return;
      killedAt = performance.now();
      killing = product.killPrimary();
    });
    const startAgain = await killing;
    await startAgain?.();
    await product.whole();
    // What was under way when the primary was killed may have been acknowledged just before.
    const next = acknowledged.filter(({ begun }) => begun > killedAt).map(({ at }) => at - killedAt);
    return [
      ...(await judge(
        acknowledged.map(({ evaluation }) => evaluation),
        evaluations.length,
        attempts,
        product,
      )),
      seconds(
        'until the first evaluation that was begun after it is stored',
        Math.min(...next),
        recoversWithinMs,
      ),
    ];
  },
};

async function judge(
  acknowledged: readonly Evaluation[],
  of: number,
  { counts, took }: Attempts,
  product: ProductOnThree,
): Promise<Row[]> {
  const damage = await countDamage(acknowledged, product);
  return [
    all('evaluations acknowledged', counts.stored, of),
    none('acknowledged and lost', damage.lost),
    none('stored or mailed twice', damage.twice),
    none('stored in part', damage.halfDone),
    none(
      `refused otherwise than in our words, beside ${counts['refused in our words']} in ours`,
      counts['refused otherwise'] + counts['not answered'] + counts.hung,
    ),
    seconds('slowest answer', Math.max(...took), answersWithinMs),
  ];
}

export const stepDowns: Trial = {
  name: 'step-downs',
  title: 'A primary that steps down every 20 seconds',
  about: `${perSecond} requests a second for three minutes: pages whose content is read each time, pages with a session, and case evaluations, a quarter of them, which are sent again until they are acknowledged.`,
  on: 'three nodes',
  async run(scale, product) {
    const lasts = Math.max(sized(steppingDownForMs, scale), stepDownEveryMs * 1.5);
    const requests = Math.floor((lasts / 1_000) * perSecond);
    const evaluations = await prepareEvaluations(Math.ceil(requests / 4), product);
    const attempts = new Attempts();
    const reads: Read[] = [];
    const running: Promise<unknown>[] = [];
    const steps: { at: number; done: Promise<boolean> }[] = [];
    const start = performance.now();
    for (let at = 0; at < requests; at += 1) {
      await wait(Math.max(0, start + at * (1_000 / perSecond) - performance.now()));
      if (performance.now() - start > stepDownEveryMs * (steps.length + 0.5))
        steps.push({
          at: performance.now(),
          done: product.stepDown().then(
            () => true,
            () => false,
          ),
        });
      const evaluation = at % 4 === 0 ? evaluations[at / 4] : undefined;
      running.push(
        evaluation
          ? attempts.sendUntilStored(product.url, evaluation)
          : read(product.url, paths[at % paths.length] ?? '/').then((each) => reads.push(each)),
      );
    }
    await Promise.all(running);
    const done = await Promise.all(steps.map((step) => step.done));
    const { counts, took } = attempts;
    const failedReads = reads.filter(({ outcome }) => outcome !== 'read');
    const failed = failedReads.length + took.length - counts.stored;
    const share = failed / (reads.length + took.length);
    const wordless = reads.filter(({ outcome }) => outcome === 'otherwise').length;
    const recovery = steps.map((step) => lastFailureAfter(step.at, failedReads));
    return [
      all('step-downs that happened', done.filter(Boolean).length, steps.length),
      {
        what: `failed, of ${(reads.length + took.length).toLocaleString('en-US')} requests during ${steps.length} step-downs`,
        figure: `${(share * 100).toFixed(2)} %`,
        mark: `at most ${atMostFailed * 100} %`,
        passed: share <= atMostFailed,
      },
      ...(await judge(evaluations, evaluations.length, attempts, product)),
      none('pages that failed otherwise than in our words', wordless),
      seconds('last page that failed after a step-down', Math.max(0, ...recovery), recoversWithinMs),
    ];
  },
};

const paths = ['/client-login', '/attorney-directory?state=NJ', '/search?q=appeal', '/client-register'];

interface Read {
  at: number;
  outcome: 'read' | 'in our words' | 'otherwise';
}

async function read(url: string, path: string): Promise<Read> {
  const at = performance.now();
  const page = await request(url, path).catch(() => undefined);
  if (page && page.status < 500) return { at, outcome: 'read' };
  return { at, outcome: page && isInOurWords(page) ? 'in our words' : 'otherwise' };
}

/** @returns how long after a step-down a page was asked for that failed; 0 if none was. */
function lastFailureAfter(step: number, failed: readonly Read[]): number {
  const after = failed.map(({ at }) => at - step).filter((ms) => ms >= 0 && ms < stepDownEveryMs);
  return Math.max(0, ...after);
}
