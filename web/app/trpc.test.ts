import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserRouter } from '@claimdesk/api/router';
import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient, makeTrpcClient } from './trpc.ts';

/** Such as `trpc.staff.me.useQuery(`, `trpc[queue.name].list.useInfiniteQuery(` or `api.uploads.begin.mutate(`. */
const calls =
  /(\w+|\[[\w.]+\])\.(\w+)\.(?:useQuery|useSuspenseQuery|useInfiniteQuery|useMutation|useSubscription|fetch|mutate|query)\(/g;
/** Without a client library. */
const addresses = /'\/trpc\/([\w.]+)'/g;

/**
 * @returns the procedures that scripts of pages call. Types hold that they call no others than are served: `BrowserRouter` types
 * their clients. So what this misses among them fails the test; what is served and never called fails it too.
 */
async function readCalls(): Promise<Set<string>> {
  const called = new Set<string>();
  const exclude = ['**/*.test.{ts,tsx}', '**/*.server.{ts,tsx}'];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude })) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8');
    for (const [, router = '', procedure] of text.matchAll(calls)) {
      const routers = router.startsWith('[') ? reviewedIntakes.map(({ queue }) => queue.name) : [router];
      for (const name of routers) called.add(`${name}.${procedure}`);
    }
    for (const [, name = ''] of text.matchAll(addresses)) called.add(name);
  }
  return called;
}

test('what is served under /trpc is what scripts of pages call', async () => {
  const served = Object.keys(browserRouter._def.procedures);
  expect([...(await readCalls())].toSorted()).toEqual(served.toSorted());
});

test('what a read asks for is posted, and in no address', async () => {
  const fetched = vi.fn(async () => Response.json({ result: { data: null } }));
  vi.stubGlobal('fetch', fetched);
  await makeTrpcClient().clients.detail.query({ id: 'c1' });
  vi.unstubAllGlobals();
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/trpc/clients.detail',
    expect.objectContaining({ method: 'POST', body: '{"id":"c1"}' }),
  );
});

test('what colleagues changed is read again when somebody comes back to the tab, if half a minute has passed', async () => {
  vi.useFakeTimers();
  const client = makeQueryClient(() => {});
  client.mount();
  onTestFinished(() => {
    client.unmount();
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });
  const read = vi.fn(async () => 'accounts');
  onTestFinished(new QueryObserver(client, { queryKey: ['list'], queryFn: read }).subscribe(() => {}));
  const comeBackAfter = async (ms: number) => {
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(ms);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
  };
  await comeBackAfter(29_000);
  expect(read).toHaveBeenCalledTimes(1);
  await comeBackAfter(1_001);
  expect(read).toHaveBeenCalledTimes(2);
});
