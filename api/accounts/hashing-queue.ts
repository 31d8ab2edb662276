import { makeFairQueue, type QueueOptions } from '#api/platform/fair-queue.ts';

const hashing = makeFairQueue(2, {
  /** Staff in known browsers. */
  staff: { maxWaiting: 20 },
  /** Staff sign-ins from unknown browsers. A full queue is processed within about a minute. */
  strangers: { maxWaiting: 1_000, newestFirst: true },
  /** A full queue is processed within about seven seconds (500 sign-ins at once). */
  clients: { maxWaiting: 500 },
  /** Clients in known browsers: strangers can't fill this queue. */
  knownClients: { maxWaiting: 100 },
});
export type HashingQueueName = Parameters<typeof hashing>[0];

/** Runs password hashing, which costs memory and time by design: two at once overall, a bounded queue, then a refusal. See `makeFairQueue`. */
export function hashInQueue<T>(
  queue: HashingQueueName,
  work: () => Promise<T>,
  busy: QueueOptions['busy'],
  rank = 0,
): Promise<T> {
  return hashing(queue, work, { busy, rank });
}
