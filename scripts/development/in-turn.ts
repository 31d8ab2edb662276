import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Editors write several files at once, and `git checkout` many: what comes within this time belongs together. */
const settleMs = 60;

export interface Turns<T> {
  add(change: T): void;
  /** Resolves once nothing is waiting or being worked on. */
  done(): Promise<void>;
  /** Resolves when the work at hand is done, and begins no more. */
  close(): Promise<void>;
}

/**
 * Works on changes one turn after the other, never two at once: however many come during a turn, exactly one more follows.
 *
 * @param work gets what changed since the turn before; what it throws is printed, and the next change begins anew.
 */
export function workInTurn<T>(work: (changes: ReadonlySet<T>) => Promise<void>): Turns<T> {
  const turns = new PQueue({ concurrency: 1 });
  const waiting = new Set<T>();
  let lastAddedAt = 0;
  let closed = false;

  async function turn(): Promise<void> {
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
      // With the first change of a turn; the others find it entered.
      if (waiting.size === 0) void turns.add(turn);
      waiting.add(change);
      lastAddedAt = performance.now();
    },
    done: () => turns.onIdle(),
    async close() {
      closed = true;
      await turns.onIdle();
    },
  };
}
