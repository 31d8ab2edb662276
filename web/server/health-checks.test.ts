import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { healthChecks } from './health-checks.ts';

/** @returns what `/readyz` says of a process. */
async function readyz(isReady: boolean, hold: () => Promise<object | null>) {
  const app = Fastify({ logger: false });
  const deps = { ready: async () => isReady, jobs: { hold } };
  app.register(healthChecks, { deps: deps as never });
  const answer = await app.inject('/readyz');
  await app.close();
  return [answer.statusCode, answer.json()];
}

const none = async () => null;

it.each([
  ['not ready', false, none, [503, { status: 'not ready' }]],
  ['ready', true, none, [200, { status: 'ready' }]],
  ['ready, with jobs that are held', true, async () => ({}), [200, { status: 'ready', jobs: 'held' }]],
  [
    'ready, where nobody knows of its jobs',
    true,
    () => Promise.reject(new Error()),
    [200, { status: 'ready' }],
  ],
] as const)('a process says that it is %s', async (_, isReady, hold, answer) => {
  expect(await readyz(isReady, hold)).toEqual(answer);
});
