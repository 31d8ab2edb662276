import { expect, test, vi } from 'vitest';
import { workInTurn } from './in-turn.ts';

/** Work whose turns end when the test says so. */
function held() {
  const turns: { changes: string[]; end(): void }[] = [];
  const work = (changes: ReadonlySet<string>) =>
    new Promise<void>((resolve) => turns.push({ changes: [...changes], end: resolve }));
  return { turns, queue: workInTurn<string>(work) };
}

test('changes that come together are one turn', async () => {
  const { turns, queue } = held();
  for (const change of ['a', 'b', 'a']) queue.add(change);
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  expect(turns[0]?.changes).toEqual(['a', 'b']);
});

test('changes during a turn wait for its end, and then are exactly one more', async () => {
  const { turns, queue } = held();
  queue.add('a');
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  for (const change of ['b', 'c', 'd']) queue.add(change);
  const done = vi.fn();
  void queue.done().then(done);
  turns[0]?.end();
  await vi.waitFor(() => expect(turns).toHaveLength(2));
  expect(turns[1]?.changes).toEqual(['b', 'c', 'd']);
  expect(done).not.toHaveBeenCalled();
  turns[1]?.end();
  await queue.done();
  await vi.waitFor(() => expect(done).toHaveBeenCalled());
  expect(turns).toHaveLength(2);
});

test('a turn that fails is told, and the next change is worked on', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const done: string[] = [];
  const queue = workInTurn<string>(async (changes) => {
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

test('closing waits for the turn at hand and begins no other', async () => {
  const { turns, queue } = held();
  queue.add('a');
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  queue.add('b');
  const closed = queue.close();
  queue.add('c');
  turns[0]?.end();
  await closed;
  await queue.done();
  expect(turns).toHaveLength(1);
});
