import PQueue from 'p-queue';
import { DomainError } from './domain-error.ts';

/** One of the queues that share the slots for running work. */
interface QueueRules {
  maxWaiting: number;
  /**
   * Among equal ranks, the newest is next: a burst then delays nobody who comes after it. Without it, first come, first
   * served.
   */
  newestFirst?: boolean;
}

interface WaitingJob {
  rank: number;
  /** Lets the work begin. @returns when it has ended. */
  start: () => Promise<void>;
  refuse: () => void;
}

export interface QueueOptions {
  /** The message for a caller who is refused because the queue is full. */
  busy: { title?: string; text: string };
  /** The lowest is next. When the queue is full, the highest is refused. */
  rank?: number;
}

/**
 * Limits how much expensive work runs at once, so that a crowd does not starve the rest of the site. The queues are served
 * round-robin, so a long one does not delay the others.
 *
 * p-queue holds the slots. Which job gets a free one is decided here, because its priorities can neither rotate between
 * queues nor give up the place of a waiting job for a better one.
 *
 * @param concurrency how much work runs at once. @returns a function that runs work when a slot is free. It throws a
 * DomainError `unavailable` with the given message, without starting the work, when the queue is full of lower ranks.
 */
export function makeFairQueue<Name extends string>(concurrency: number, queues: Record<Name, QueueRules>) {
  const slots = new PQueue({ concurrency });
  const waiting = new Map<Name, WaitingJob[]>();
  for (const name of Object.keys(queues) as Name[]) waiting.set(name, []);
  const order = [...waiting.values()];

  /** Enters one more request for a slot, unless the job takes the place of another one. */
  function join(name: Name, job: WaitingJob): void {
    const { maxWaiting, newestFirst } = queues[name];
    const queue = waiting.get(name) ?? [];
    const behind = queue.findIndex(({ rank }) => (newestFirst ? rank >= job.rank : rank > job.rank));
    queue.splice(behind === -1 ? queue.length : behind, 0, job);
    if (queue.length > maxWaiting) queue.pop()?.refuse();
    else void slots.add(runNext);
  }

  async function runNext(): Promise<void> {
    const next = order.find((queue) => queue.length > 0);
    if (!next) return;
    order.push(...order.splice(order.indexOf(next), 1));
    await next.shift()?.start();
  }

  return async <T>(name: Name, work: () => Promise<T>, { busy, rank = 0 }: QueueOptions): Promise<T> => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    join(name, {
      rank,
      start() {
        begun.resolve();
        return ended.promise;
      },
      refuse: () => begun.reject(new DomainError('unavailable', busy.text, { title: busy.title })),
    });
    await begun.promise;
    try {
      return await work();
    } finally {
      ended.resolve();
    }
  };
}
