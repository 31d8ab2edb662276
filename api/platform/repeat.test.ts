import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/setup/eventually.ts';
import { type RepeatedJob, repeat } from './repeat.ts';

const hour = 60 * 60 * 1000;

let job: RepeatedJob | undefined;
afterEach(() => job?.stop());

function start(work: (signal: AbortSignal) => Promise<void>, everyMs: number, onError = vi.fn()) {
  job = repeat(work, { everyMs, onError });
  job.start();
  return { job, onError };
}

describe('a repeated job', () => {
  it('does nothing until it is started, however often it is woken', async () => {
    const work = vi.fn(async () => {});
    const prepared = repeat(work, { everyMs: 1, onError: vi.fn() });
    prepared.wake();
    await nextTick();
    await prepared.stop();
    expect(work).not.toHaveBeenCalled();
  });

  it('runs at once and then at its interval, also when it is started twice', async () => {
    const work = vi.fn(async () => {});
    const { job } = start(work, 5);
    job.start();
    expect(work).toHaveBeenCalledTimes(1);
    await eventually(() => expect(work.mock.calls.length).toBeGreaterThan(2));
  });

  it('runs at once when it is woken', async () => {
    const work = vi.fn(async () => {});
    const { job } = start(work, hour);
    await nextTick();
    job.wake();
    await eventually(() => expect(work).toHaveBeenCalledTimes(2));
  });

  it('never runs twice at the same time: woken during a run, it runs once more after it', async () => {
    const ends: (() => void)[] = [];
    const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    const { job } = start(work, hour);
    for (let times = 0; times < 3; times += 1) job.wake();
    await nextTick();
    expect(work).toHaveBeenCalledTimes(1);
    ends.shift()?.();
    await eventually(() => expect(work).toHaveBeenCalledTimes(2));
    ends.shift()?.();
    await nextTick();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('goes on after a failure, sooner than at its interval, and counts the failures in a row', async () => {
    const fault = new Error('unavailable');
    const work = vi.fn(async () => {});
    work.mockRejectedValueOnce(fault).mockRejectedValueOnce(fault);
    const { job, onError } = start(work, hour);
    await eventually(() => expect(work).toHaveBeenCalledTimes(3));
    work.mockRejectedValueOnce(fault);
    await nextTick();
    job.wake();
    await eventually(() => expect(work).toHaveBeenCalledTimes(4));
    expect(onError.mock.calls).toEqual([
      [fault, 1],
      [fault, 2],
      [fault, 1],
    ]);
  });

  it('waits twice as long after each further failure', { tags: 'thorough' }, async () => {
    const at: number[] = [];
    start(async () => {
      at.push(performance.now());
      throw new Error('unavailable');
    }, hour);
    await eventually(() => expect(at).toHaveLength(4));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    for (const [index, atLeast] of [250, 500, 1_000].entries())
      expect(waits[index]).toBeGreaterThanOrEqual(atLeast - 2);
  });

  it('never waits longer than its interval after a failure', async () => {
    const work = vi.fn(() => Promise.reject(new Error('unavailable')));
    start(work, 2);
    await eventually(() => expect(work.mock.calls.length).toBeGreaterThan(12));
  });

  it('tells a run in progress to end, waits for it, and then does not run again', async () => {
    const ended = vi.fn();
    const work = vi.fn(async (signal: AbortSignal) => {
      while (!signal.aborted) await nextTick();
      ended();
    });
    const { job } = start(work, 1);
    await job.stop();
    expect(ended).toHaveBeenCalledTimes(1);
    job.wake();
    job.start();
    await nextTick();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
