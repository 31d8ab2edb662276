import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type HashingLine, hashInTurn } from './hash-in-turn.ts';

const busy = { title: 'Login Failed', text: 'Come back later.' };

/** Work that lasts until it is told to end. */
function work(line: HashingLine, log: string[] = []) {
  let end = () => {};
  const done = hashInTurn(
    line,
    () => {
      log.push(line);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    busy,
  );
  return { done, end: () => end() };
}

describe('hashing in turn', () => {
  it('is two at once over all lines, and the lines take turns however long one is', async () => {
    const begun: string[] = [];
    const all = [
      ...Array.from({ length: 6 }, () => work('clients', begun)),
      ...Array.from({ length: 2 }, () => work('staff', begun)),
    ];
    await turn();
    expect(begun).toHaveLength(2);
    for (let ended = 0; ended < all.length; ended += 1) {
      for (const each of all) each.end();
      await turn();
      expect(begun.length).toBeLessThanOrEqual(2 * (ended + 2));
    }
    await Promise.all(all.map(({ done }) => done));
    expect(begun.slice(2, 6).filter((line) => line === 'staff')).toHaveLength(2);
  });

  it('refuses at once whoever finds the line full, and goes on with those in it', async () => {
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
      await turn();
    }
    await ended;
  });

  it('goes on after work that failed', async () => {
    const fails = () => hashInTurn('staff', () => Promise.reject(new Error('broken')), busy);
    const ends = await Promise.allSettled(Array.from({ length: 10 }, fails));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(hashInTurn('clients', async () => 'fine', busy)).resolves.toBe('fine');
  });
});
