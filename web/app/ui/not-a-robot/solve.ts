import type { Challenge, Solution } from 'altcha-lib/types';

/** A slower phone is not made to wait any longer: the server accepts forms without a proof on other terms. */
const longestMs = 20_000;

/**
 * Solves a challenge in a web worker.
 *
 * @returns what goes with the form: base64 of `{ challenge, solution }`.
 * @throws Error where workers or their tools are missing, or when it takes too long.
 */
export function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  const solved = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('not needed any more')));
    worker.addEventListener('error', () => reject(new Error('the worker failed')));
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | { error: unknown } | null>) => {
      if (!data || 'error' in data) reject(new Error('there is no solution'));
      else resolve(btoa(JSON.stringify({ challenge, solution: data })));
    });
    worker.postMessage({ type: 'work', challenge, timeout: longestMs });
  });
  return solved.finally(() => worker.terminate());
}
