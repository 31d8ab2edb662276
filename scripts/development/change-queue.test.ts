import { expect, test, vi } from 'vitest';
import { eventually } from '../../tests/setup/eventually.ts';
import { changeQueue } from './change-queue.ts';

/** Work whose batches end when the test says so. */
function held() {
  const batches: { changes: string[]; end(): void }[] = [];
  const work = (changes: ReadonlySet<string>) =>
    new Promise<void>((resolve) => batches.push({ changes: [...changes], end: resolve }));
  return { batches, queue: changeQueue<string>(work) };
}

test('changes that come together are one batch', async () => {
  const { batches, queue } = held();
  for (const change of ['a', 'b', 'a']) queue.add(change);
  await eventually(() => expect(batches).toHaveLength(1));
  expect(batches[0]?.changes).toEqual(['a', 'b']);
});

test('changes during a batch wait for its end, and then are exactly one more', async () => {
  const { batches, queue } = held();
  queue.add('a');
  await eventually(() => expect(batches).toHaveLength(1));
  for (const change of ['b', 'c', 'd']) queue.add(change);
  const done = vi.fn();
  void queue.done().then(done);
  batches[0]?.end();
  await eventually(() => expect(batches).toHaveLength(2));
  expect(batches[1]?.changes).toEqual(['b', 'c', 'd']);
  expect(done).not.toHaveBeenCalled();
  batches[1]?.end();
  await queue.done();
  await eventually(() => expect(done).toHaveBeenCalled());
  expect(batches).toHaveLength(2);
});

test('a batch that fails is reported, and the next change is worked on', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const done: string[] = [];
  const queue = changeQueue<string>(async (changes) => {
    if (changes.has('wrong')) throw new Error('It failed.');
    done.push(...changes);
  });
  queue.add('wrong');
  await queue.done();
  expect(told).toHaveBeenCalledWith(new Error('It failed.'));
  queue.add('right');
  await queue.done();
  expect(done).toEqual(['right']);
  told.mockRestore();
});

test('closing waits for the current batch and starts no other', async () => {
  const { batches, queue } = held();
  queue.add('a');
  await eventually(() => expect(batches).toHaveLength(1));
  queue.add('b');
  const closed = queue.close();
  queue.add('c');
  batches[0]?.end();
  await closed;
  await queue.done();
  expect(batches).toHaveLength(1);
});
