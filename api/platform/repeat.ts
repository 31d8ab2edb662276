import { setTimeout as wait } from 'node:timers/promises';

/** The wait after a first failure. It doubles with every further one, up to the usual interval. */
const firstRetryMs = 250;

/** Work that is repeated in the background. */
export interface RepeatedJob {
  /** Runs the work now and then at its interval. Calling it again changes nothing. */
  start(): void;
  /** Runs the work again now, or right after the run in progress, instead of at the next interval. */
  wake(): void;
  /** Ends the repetition. It resolves when the run in progress has ended; a job that was stopped can't be started again. */
  stop(): Promise<void>;
}

/**
 * Prepares work that is repeated at an interval, never two runs at once. After a failure the next run comes sooner:
 * 250 ms later, then twice as long after each further failure, up to the interval.
 *
 * @param work is told by `signal` that the job was stopped, so that long work can end early.
 * @param onError gets what a run threw, and how many runs in a row have failed.
 * @returns the job, which does nothing until it is started.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown, failures: number) => void },
): RepeatedJob {
  const stopped = new AbortController();
  let pause = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      // Before the work, so that a wake-up during a run causes another run.
      pause = new AbortController();
      try {
        await work(stopped.signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        onError(error, failures);
      }
      const pauseMs = failures === 0 ? everyMs : Math.min(firstRetryMs * 2 ** (failures - 1), everyMs);
      await wait(pauseMs, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  return {
    start() {
      running ??= run();
    },
    wake: () => pause.abort(),
    async stop() {
      stopped.abort();
      pause.abort();
      await running;
    },
  };
}
