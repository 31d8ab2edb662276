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
  let waiting = new Set<T>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: PromiseWithResolvers<void> | undefined;
  let working = false;

  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(run, settleMs);
  }

  async function run(): Promise<void> {
    const changes = waiting;
    waiting = new Set();
    working = true;
    await work(changes).catch(console.error);
    working = false;
    if (waiting.size > 0 && !closed) return settle();
    turn?.resolve();
    turn = undefined;
  }

  return {
    add(change) {
      if (closed) return;
      waiting.add(change);
      turn ??= Promise.withResolvers();
      if (!working) settle();
    },
    done: async () => turn?.promise,
    async close() {
      closed = true;
      waiting.clear();
      clearTimeout(timer);
      if (working) await turn?.promise;
      turn?.resolve();
      turn = undefined;
    },
  };
}
