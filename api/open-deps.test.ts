import { afterEach, expect, it, vi } from 'vitest';
import { openDeps } from '../tests/setup/deps.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('opens although the clock was put forward by a minute after the last heartbeat of MongoDB', {
  tags: 'thorough',
}, async () => {
  const first = await openDeps();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  first.portal.getClient().emit('serverHeartbeatSucceeded', {} as never);
  vi.useRealTimers();
  await first.close();
  const deps = await openDeps();
  expect(await deps.ready()).toBe(true);
  await deps.close();
});
