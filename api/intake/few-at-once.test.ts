import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

describe('posted steps', () => {
  it('are worked on twelve at once, the others in their order, also after one that fails', async () => {
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const work = (at: number) =>
      fewAtOnce(async () => {
        begun.push(at);
        running += 1;
        most = Math.max(most, running);
        await wait(1);
        running -= 1;
        if (at % 7 === 0) throw new Error('fails');
      });
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    await Promise.allSettled(numbers.map(work));
    expect(most).toBe(12);
    expect(begun).toEqual(numbers);
  });

  it('are refused in words when 2,000 wait already, and taken again afterwards', async () => {
    let refused = 0;
    const all = Array.from({ length: 2_020 }, () =>
      fewAtOnce(() => wait(1)).catch((error) => {
        expect(error).toMatchObject({ code: 'unavailable', title: 'Please wait a minute' });
        refused += 1;
      }),
    );
    await Promise.all(all);
    expect(refused).toBe(8);
    expect(await fewAtOnce(async () => 'taken')).toBe('taken');
  });
});
