import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForPage } from './page-data.ts';

let server: FastifyInstance;
let url: string;
beforeAll(async () => {
  server = Fastify();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  server.all('/page', async ({ headers: { accept }, body }) => ({ kind: 'page', page: { accept, body } }));
  server.get('/refused', (_request, reply) => reply.code(429).send({ message: 'Please wait.' }));
  server.get('/proxy', (_request, reply) => reply.code(502).type('text/html').send('<h1>Bad gateway</h1>'));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

test("a proxy's error page and a refusal without a page count as unreachable", async () => {
  expect(await askForPage(`${url}/proxy`)).toEqual({ kind: 'unreachable' });
  expect(await askForPage(`${url}/refused`)).toEqual({ kind: 'unreachable' });
});

test('no connection counts as offline', async () => {
  const closed = Fastify();
  const nowhere = await closed.listen({ port: 0, host: '127.0.0.1' });
  await closed.close();
  expect(await askForPage(nowhere)).toEqual({ kind: 'offline' });
});

test('a page is asked for as data, and a form is posted as the browser would', async () => {
  expect(await askForPage(`${url}/page`)).toEqual({ kind: 'page', page: { accept: 'application/json' } });
  const posted = new FormData();
  posted.append('name', 'Ann & Co');
  expect(await askForPage(`${url}/page`, posted)).toEqual({
    kind: 'page',
    page: { accept: 'application/json', body: 'name=Ann+%26+Co' },
  });
});
