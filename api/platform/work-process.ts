import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Work } from './answer-work.ts';

/** `ended`: the process took too much time or memory, or died of its job; `failed`: the work itself threw an error. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
  readonly kind: 'ended' | 'failed';

  constructor(kind: WorkError['kind']) {
    super(`The work ${kind}.`);
    this.kind = kind;
  }
}

export interface WorkProcess<W extends Work> {
  /**
   * Does one job; others wait.
   *
   * @throws WorkError; Error when there is no process to be had, which is not the job's fault.
   */
  run<Name extends keyof W>(
    name: Name,
    job: Parameters<W[Name]>[0],
    options: { withinMs: number },
  ): Promise<Awaited<ReturnType<W[Name]>>>;
  stop(): Promise<void>;
}

interface Limits {
  /** Of the whole process, whatever takes it. */
  memoryBytes: number;
  /** Of these, what JavaScript objects may take. Its end is noticed sooner than that of the whole. */
  heapBytes: number;
}

/** A new process after so many jobs, since decoders give back only some of the memory they took. */
const mostJobs = 50;
const idleMs = 30_000;

/**
 * Does jobs in a process of its own, one at a time: this one keeps answering, and what a hostile file does to a decoder ends at
 * the limits of that process. A thread shares its memory with the rest of the process, and what lies outside a thread's heap has
 * no limit.
 *
 * The process is started by the first job, serves those that follow, and ends when there are none for a while. It is given
 * nothing of the environment, and what it prints is dropped.
 *
 * @param program calls `answerWork`.
 */
export function makeWorkProcess<W extends Work>(program: URL, limits: Limits): WorkProcess<W> {
  const { memoryBytes, heapBytes } = limits;
  let child: ChildProcess | undefined;
  let ready: Promise<void> = Promise.resolve();
  let jobs = 0;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    jobs = 0;
    const started = fork(program, [String(memoryBytes)], {
      execArgv: [`--max-old-space-size=${Math.floor(heapBytes / 1024 / 1024)}`],
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('exit', () => {
      if (child === started) child = undefined;
    });
    // It could not be started, or not be reached any more. Whoever waits for an answer hears of it as well.
    started.on('error', () => void end(started));
    ready = new Promise((resolve, reject) => {
      started.once('message', () => resolve());
      for (const event of ['exit', 'error'])
        started.once(event, () => reject(new Error('A process for work could not be started.')));
    });
    return started;
  }

  async function runNext(name: keyof W, job: unknown, withinMs: number): Promise<unknown> {
    clearTimeout(idle);
    child ??= start();
    const working = child;
    working.ref();
    working.channel?.ref();
    jobs += 1;
    try {
      await ready;
      const { rss, ...answer } = await answerOf(working, { name, job }, withinMs);
      if (jobs >= mostJobs || rss > memoryBytes / 2) await end(working);
      if ('failed' in answer) throw new WorkError('failed');
      return answer.result;
    } finally {
      // Between jobs it keeps nobody from exiting.
      working.unref();
      working.channel?.unref();
      idle = setTimeout(() => void end(working), idleMs).unref();
    }
  }

  async function end(ending: ChildProcess): Promise<void> {
    if (child === ending) child = undefined;
    await kill(ending);
  }

  return {
    run(name, job, { withinMs }) {
      const next = last.then(() => runNext(name, job, withinMs));
      last = next.catch(() => {});
      return next as Promise<never>;
    },
    async stop() {
      clearTimeout(idle);
      if (child) await end(child);
    },
  };
}

/** @throws WorkError `ended`, once it has; Error when the process could not be started. */
function answerOf(working: ChildProcess, message: object, withinMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onMessage = (answer: unknown) => resolve(answer as Answer);
  const onExit = () => reject(new WorkError('ended'));
  working.once('message', onMessage).once('exit', onExit).once('error', reject);
  const timer = setTimeout(() => working.kill('SIGKILL'), withinMs);
  // A process that dies while it reads its job exits.
  working.send(message, () => {});
  return promise.finally(() => {
    clearTimeout(timer);
    working.off('message', onMessage).off('exit', onExit).off('error', reject);
  });
}

async function kill(ending: ChildProcess): Promise<void> {
  if (ending.exitCode !== null || ending.signalCode !== null) return;
  const exited = once(ending, 'exit');
  if (ending.kill('SIGKILL')) await exited;
}
