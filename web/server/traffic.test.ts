import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { followTraffic, postsInTurn } from './traffic.ts';

test('a reader who comes after sixty who send a form, all while the process is busy, waits for almost none of them', async () => {
  const site = Fastify();
  followTraffic(site);
  const inTurn = postsInTurn(site);
  site.addHook('onRequest', async ({ method }) => {
    if (method === 'POST') await inTurn();
  });
  const answered: string[] = [];
  for (const method of ['GET', 'POST'] as const)
    site.route({
      method,
      url: '/',
      handler: async () => {
        answered.push(method);
        return method;
      },
    });
  const port = Number(new URL(await site.listen({ port: 0, host: '127.0.0.1' })).port);
  const count = 61;
  const asked = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { parentPort, workerData: { port, count, asked } } = require('node:worker_threads');
    const { createConnection } = require('node:net');
    const ask = (method) => new Promise((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' });
      socket.once('close', resolve);
      socket.resume();
      socket.write(method + ' / HTTP/1.1\\r\\nhost: site.test\\r\\nconnection: close\\r\\n\\r\\n', () => {
        if (Atomics.add(asked, 0, 1) + 1 === count) Atomics.notify(asked, 0);
      });
    });
    const all = Array.from({ length: count - 1 }, () => ask('POST'));
    Promise.all([...all, ask('GET')]).then(() => parentPort.postMessage('answered'));`,
    { eval: true, workerData: { port, count, asked } },
  );
  const all = once(thread, 'message');
  for (let done = 0; done < count; done = Atomics.load(asked, 0)) Atomics.wait(asked, 0, done);
  await all;
  expect(answered).toHaveLength(count);
  expect(answered.indexOf('GET')).toBeLessThan(5);
  await thread.terminate();
  await site.close();
});
