import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { createConnection } from 'node:net';
import { Worker } from 'node:worker_threads';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { drain } from './drain.ts';
import { followTraffic } from './traffic.ts';

async function listen(
  handlers: Record<string, () => Promise<string>>,
  extend?: (app: FastifyInstance) => void,
) {
  const site = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
  followTraffic(site);
  extend?.(site);
  for (const [path, handler] of Object.entries(handlers)) site.get(path, handler);
  const port = Number(new URL(await site.listen({ port: 0, host: '127.0.0.1' })).port);
  return { site, port };
}

async function ask(
  options: RequestOptions,
): Promise<{ status: number | undefined; close: boolean; text: string }> {
  const [response] = (await once(get({ host: '127.0.0.1', ...options }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, close: response.headers.connection === 'close', text };
}

test('a new connection is refused, and no request that came in before is dropped', async () => {
  let finish = () => {};
  const slowly = new Promise<string>((resolve) => {
    finish = () => resolve('slow');
  });
  const { site, port } = await listen({ '/quick': async () => 'quick', '/slow': () => slowly });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await ask({ port, path: '/quick', agent });
  const running = ask({ port, path: '/slow' });
  await once(site.server, 'request');

  const drained = drain(site);
  await vi.waitFor(() => expect(site.server.listening).toBe(false));
  await expect(ask({ port, path: '/quick' })).rejects.toThrow('ECONNREFUSED');
  // Over the connection that was open, and idle, when the end began.
  expect(await ask({ port, path: '/quick', agent })).toEqual({ status: 200, close: true, text: 'quick' });
  finish();
  // Its connection would stay open, and hold up the end.
  expect(await running).toEqual({ status: 200, close: true, text: 'slow' });
  await drained;
  agent.destroy();
});

/** A visitor in a thread of its own, who can ask while this one is busy; `asked` becomes 1 then. */
function visitorOf(port: number) {
  const asked = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { parentPort, workerData: { port, asked } } = require('node:worker_threads');
    const socket = require('node:net').createConnection({ port, host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (part) => { answer += part; });
    socket.once('error', ({ code }) => { answer = code; });
    socket.once('close', () => parentPort.postMessage(answer));
    socket.once('connect', () => parentPort.postMessage('connected'));
    parentPort.once('message', () => {
      socket.write('GET /quick HTTP/1.1\\r\\nhost: site.test\\r\\n\\r\\n', () => {
        Atomics.store(asked, 0, 1);
        Atomics.notify(asked, 0);
      });
    });`,
    { eval: true, workerData: { port, asked } },
  );
  const answer = new Promise<string>((resolve) => {
    thread.on('message', (text: string) => text !== 'connected' && resolve(text));
  });
  return { thread, asked, answer };
}

test.each(['when the end begins', 'when idle connections are ended'])(
  'a request that came in while the process was busy, %s, is answered',
  async (moment) => {
    const { site, port } = await listen({ '/quick': async () => 'quick' });
    const { thread, asked, answer } = visitorOf(port);
    const askWhileBusy = () => {
      thread.postMessage('ask');
      Atomics.wait(asked, 0, 0);
    };
    if (moment === 'when the end begins') {
      // It is connected as far as the system is concerned, and this process has not accepted it yet.
      askWhileBusy();
      await drain(site);
    } else {
      await once(thread, 'message');
      const began = performance.now();
      const drained = drain(site);
      setImmediate(() => {
        while (performance.now() - began < 950);
        setImmediate(() => {
          askWhileBusy();
          while (performance.now() - began < 1_100);
        });
      });
      await drained;
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    await thread.terminate();
  },
);

test('however many connections came in while the process was busy, all are answered', async () => {
  const { site, port } = await listen({ '/quick': async () => 'quick' });
  const count = 20;
  const asked = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { parentPort, workerData: { port, count, asked } } = require('node:worker_threads');
    const { createConnection } = require('node:net');
    const answers = Array.from({ length: count }, () => new Promise((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' });
      let answer = '';
      socket.on('data', (part) => { answer += part; });
      socket.once('error', ({ code }) => resolve(code));
      socket.once('close', () => resolve(answer.slice(0, 12)));
      socket.write('GET /quick HTTP/1.1\\r\\nhost: site.test\\r\\n\\r\\n', () => {
        if (Atomics.add(asked, 0, 1) + 1 === count) Atomics.notify(asked, 0);
      });
    }));
    Promise.all(answers).then((all) => parentPort.postMessage(all));`,
    { eval: true, workerData: { port, count, asked } },
  );
  const answers = once(thread, 'message');
  for (let done = 0; done < count; done = Atomics.load(asked, 0)) Atomics.wait(asked, 0, done);
  await drain(site);
  expect((await answers)[0]).toEqual(Array(count).fill('HTTP/1.1 200'));
  await thread.terminate();
});

test('a connection that stays idle does not hold up the end', { tags: 'thorough' }, async () => {
  const { site, port } = await listen({});
  const socket = createConnection(port, '127.0.0.1');
  await once(socket, 'connect');
  const began = Date.now();
  await Promise.all([drain(site), once(socket, 'close')]);
  expect(Date.now() - began).toBeLessThan(5_000);
});

test('an event stream is ended, so that its client connects to another process', async () => {
  const { site, port } = await listen({}, (app) => {
    app.get('/events', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.raw.write('data: 1\n\n');
    });
  });
  const response = ask({ port, path: '/events', headers: { accept: 'text/event-stream' } });
  await once(site.server, 'request');
  await drain(site);
  expect(await response).toMatchObject({ status: 200, text: 'data: 1\n\n' });
});
