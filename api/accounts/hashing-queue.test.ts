import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeFairQueue } from '#api/platform/fair-queue.ts';
import { type HashingQueueName, hashInQueue } from './hashing-queue.ts';

const busy = { title: 'Login Failed', text: 'Come back later.' };

/** Work that runs until `end` is called. */
function work(queue: HashingQueueName, log: string[] = []) {
  let end = () => {};
  const done = hashInQueue(
    queue,
    () => {
      log.push(queue);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    busy,
  );
  return { done, end: () => end() };
}

describe('the hashing queue', () => {
  it('runs two jobs at once across all queues, and serves the queues in rotation, however long one is', async () => {
    const begun: string[] = [];
    const all = [
      ...Array.from({ length: 6 }, () => work('clients', begun)),
      ...Array.from({ length: 2 }, () => work('staff', begun)),
    ];
    await nextTick();
    expect(begun).toHaveLength(2);
    for (let ended = 0; ended < all.length; ended += 1) {
      for (const each of all) each.end();
      await nextTick();
      expect(begun.length).toBeLessThanOrEqual(2 * (ended + 2));
    }
    await Promise.all(all.map(({ done }) => done));
    expect(begun.slice(2, 6).filter((queue) => queue === 'staff')).toHaveLength(2);
  });

  it('refuses a caller at once when the queue is full, and still serves those in it', async () => {
    const all = Array.from({ length: 22 }, () => work('staff'));
    await expect(work('staff').done).rejects.toMatchObject({
      code: 'unavailable',
      title: 'Login Failed',
      message: 'Come back later.',
    });
    const client = work('clients');
    let left = true;
    const ended = Promise.all([...all, client].map(({ done }) => done)).then(() => {
      left = false;
    });
    while (left) {
      for (const each of [...all, client]) each.end();
      await nextTick();
    }
    await ended;
  });

  it('continues after work that failed', async () => {
    const fails = () => hashInQueue('staff', () => Promise.reject(new Error('broken')), busy);
    const ends = await Promise.allSettled(Array.from({ length: 10 }, fails));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(hashInQueue('clients', async () => 'fine', busy)).resolves.toBe('fine');
  });

  it('starts with the lowest rank, among equal ranks with the newest if configured, and drops the highest rank when full', async () => {
    const enqueue = makeFairQueue(1, {
      newest: { maxWaiting: 4, newestFirst: true },
      first: { maxWaiting: 4 },
    });
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const begun: string[] = [];
    const all = [enqueue('first', () => gate, { busy })];
    const join = (queue: 'newest' | 'first', name: string, rank: number) =>
      enqueue(queue, async () => void begun.push(name), { busy, rank });
    for (const [name, rank] of [
      ['a', 1],
      ['b', 2],
      ['c', 1],
      ['d', 2],
      ['e', 1],
    ] as const) {
      all.push(join('newest', name, rank));
    }
    for (const [name, rank] of [
      ['v', 1],
      ['w', 2],
      ['x', 1],
    ] as const)
      all.push(join('first', name, rank));
    const ended = Promise.allSettled(all);
    open();
    const refused = (await ended).flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    expect(refused).toEqual([2]);
    expect(begun.filter((name) => name < 'm').join('')).toBe('ecad');
    expect(begun.filter((name) => name > 'm').join('')).toBe('vxw');
  });
});
