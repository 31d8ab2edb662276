import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

describe('posted steps', () => {
  it('run twelve at a time, the rest in order, even after one fails', async () => {
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const work = (at: number) =>
      limitConcurrency(`203.0.113.${at}`, async () => {
        begun.push(at);
        running += 1;
        most = Math.max(most, running);
        await wait(1);
        running -= 1;
        if (at % 7 === 0) throw new Error('fails');
      });
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    await Promise.allSettled(numbers.map(work));
    expect(most).toBe(4);
    expect(begun).toEqual(numbers);
  });

  it('are refused with a clear sentence when 2,000 are queued, and accepted again afterwards', async () => {
    let refused = 0;
    const all = Array.from({ length: 2_012 }, (_, at) =>
      limitConcurrency(`10.0.${at >> 8}.${at & 255}`, () => wait(1)).catch((error) => {
        expect(error).toMatchObject({ code: 'unavailable', title: 'Please wait a minute' });
        refused += 1;
      }),
    );
    await Promise.all(all);
    expect(refused).toBe(8);
    expect(await limitConcurrency('203.0.113.1', async () => 'taken')).toBe('taken');
  });

  it('are refused above twenty per network, so that others need not wait for all of its posts', async () => {
    let worked = 0;
    const post = (address: string) =>
      limitConcurrency(address, async () => {
        await wait(1);
        worked += 1;
      }).then(
        () => 'done',
        (error) => error.code,
      );
    const crowd = Array.from({ length: 500 }, (_, at) => post(`2001:db8::${at.toString(16)}`));
    const other = post('203.0.113.2').then((end) => ({ end, worked }));
    const ends = await Promise.all(crowd);
    expect(ends.filter((end) => end === 'done')).toHaveLength(20);
    expect(ends.filter((end) => end === 'too-many')).toHaveLength(480);
    expect(await other).toEqual({ end: 'done', worked: 21 });
    expect(await post('2001:db8::1')).toBe('done');
  });
});
