import { afterAll, describe, expect, it } from 'vitest';
import type { TestWork } from './fixtures/do-work.ts';
import { makeWorkProcess } from './work-process.ts';

const megabyte = 1024 * 1024;
const withinMs = 30_000;
const program = new URL('./fixtures/do-work.ts', import.meta.url);
const worker = makeWorkProcess<TestWork>(program, {
  memoryBytes: 300 * megabyte,
  heapBytes: 100 * megabyte,
});
afterAll(() => worker.stop());

const run = (name: keyof TestWork, options = { withinMs }) => worker.run(name, undefined as never, options);
const describeProcess = () => worker.run('describe', undefined, { withinMs });

describe('work in a process of its own', () => {
  it.each(['fillMemory', 'fillHeap', 'exit'] as const)(
    'ends with its process, and not with ours: %s',
    async (name) => {
      const before = process.memoryUsage.rss();
      await expect(run(name)).rejects.toMatchObject({ name: 'WorkError', kind: 'ended' });
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * megabyte);
    },
  );

  it('ends when it takes too long, also where it never comes to rest', async () => {
    await expect(run('spin', { withinMs: 500 })).rejects.toMatchObject({ kind: 'ended' });
  });

  it('fails without a word of its error, and its process goes on', async () => {
    const { pid } = await describeProcess();
    const error = await run('fail').catch((error: unknown) => error);
    expect([error, String(error)]).toEqual([
      expect.objectContaining({ kind: 'failed' }),
      expect.not.stringContaining('Canary'),
    ]);
    expect((await describeProcess()).pid).toBe(pid);
  });

  it('is not to blame where there is no process to be had', async () => {
    const none = makeWorkProcess<TestWork>(new URL('file:///nowhere/program.ts'), {
      memoryBytes: 300 * megabyte,
      heapBytes: 100 * megabyte,
    });
    await expect(none.run('measure', Buffer.alloc(1), { withinMs })).rejects.toThrow('could not be started');
    await none.stop();
  });

  it('is done one after the other, by the same process, which knows nothing of our environment', async () => {
    const [first, second, size] = await Promise.all([
      describeProcess(),
      describeProcess(),
      worker.run('measure', Buffer.alloc(25 * megabyte), { withinMs }),
    ]);
    expect([second.pid, size]).toEqual([first.pid, 25 * megabyte]);
    expect(first.pid).not.toBe(process.pid);
    expect(first.environment.filter((name) => !name.startsWith('NODE_'))).toEqual([]);
  });
});
