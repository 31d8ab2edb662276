import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserRouter } from '@claimdesk/api/router';
import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { expect, test, vi } from 'vitest';
import { makeTrpcClient } from './trpc.ts';

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
