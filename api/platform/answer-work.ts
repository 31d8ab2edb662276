import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** What a process does, by name: each takes one job and returns its result, both as structured clones. */
export type Work = Record<string, (job: never) => Promise<unknown>>;

/** What comes back of a job: its result, or that it threw an error, which stays here since messages may quote a file. */
export type Answer = { result: unknown; rss: number } | { failed: true; rss: number };

/** Does the jobs that the parent sends, until it has gone. This is the other side of `makeWorkProcess`. */
export function answerWork(work: Work): void {
  const [memoryBytes = 0] = process.argv.slice(2).map(Number);
  const guard = new Worker(new URL('./memory-guard.ts', import.meta.url), {
    workerData: { memoryBytes, parent: process.ppid },
  });
  guard.once('online', () => process.send?.('ready'));
  // Where the whole machine or container is out of memory, Linux is to end this process and not the site.
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  // In a terminal, Ctrl-C reaches the whole group; the parent ends its requests first, and then this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ name, job }: { name: string; job: never }) => {
    const rss = () => process.memoryUsage.rss();
    let answer: Answer;
    try {
      answer = { result: await work[name]?.(job), rss: rss() };
    } catch {
      answer = { failed: true, rss: rss() };
    }
    process.send?.(answer);
  });
}
