import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Editors write several files at once, and `git checkout` many: changes within this time are handled together. */
const settleMs = 60;

export interface ChangeQueue<T> {
  add(change: T): void;
  /** Resolves once nothing is waiting or being worked on. */
  done(): Promise<void>;
  /** Resolves when the current batch is done, and starts no more. */
  close(): Promise<void>;
}

/**
 * Handles changes in batches, one batch at a time: all changes that arrive during a batch make up the next one.
 *
 * @param work gets the changes since the previous batch; its errors are printed, and the next change starts another batch.
 */
export function changeQueue<T>(work: (changes: ReadonlySet<T>) => Promise<void>): ChangeQueue<T> {
  const queue = new PQueue({ concurrency: 1 });
  const waiting = new Set<T>();
  let lastAddedAt = 0;
  let closed = false;

  async function runBatch(): Promise<void> {
    for (let leftMs = settleMs; leftMs > 0; leftMs = lastAddedAt + settleMs - performance.now()) {
      await wait(leftMs);
    }
    if (closed) return;
    const changes = new Set(waiting);
    waiting.clear();
    await work(changes).catch(console.error);
  }

  return {
    add(change) {
      if (closed) return;
      // Only the first change of a batch queues it.
      if (waiting.size === 0) void queue.add(runBatch);
      waiting.add(change);
      lastAddedAt = performance.now();
    },
    done: () => queue.onIdle(),
    async close() {
      closed = true;
      await queue.onIdle();
    },
  };
}
