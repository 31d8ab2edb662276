import Fastify, { type FastifyInstance } from 'fastify';
import { createElement } from 'react';
import { RouterContextProvider, redirect } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteContext } from '#web/app/context.ts';
import { contentCacheControl } from '#web/app/public/cache-control.ts';
import { depsWithoutDatabase, testEnv } from '#web/testing/site-without-database.ts';
import { makeErrorHandler } from './errors.ts';
import type { Pages } from './load-pages.ts';
import { pages } from './pages.ts';
import { makeNonce } from './security-headers.ts';

let given: SiteContext;
let seen: Request;
const headers = {
  origin: 'http://site.test',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};

/** The smallest build there is: a form that sets cookies, a page, and a list that comes in pieces. */
const build = {
  entry: {
    module: {
      provideContext(site: SiteContext) {
        given = site;
        return new RouterContextProvider();
      },
      default: (_request: Request, status: number, answerHeaders: Headers) =>
        new Response('<p>page</p>', {
          status,
          headers: new Headers([
            ...answerHeaders,
            ['content-type', 'text/html'],
            ['cache-control', contentCacheControl],
          ]),
        }),
    },
  },
  routes: {
    root: { id: 'root', path: '', module: { default: () => createElement('p') } },
    form: {
      id: 'form',
      parentId: 'root',
      path: 'form',
      module: { default: () => createElement('p'), action: send },
    },
    list: {
      id: 'list',
      parentId: 'root',
      path: 'list',
      module: { loader: () => new Response('a,b\n', { headers: { 'content-type': 'text/csv' } }) },
    },
  },
  assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
} as unknown as Pages;

async function send({ request }: { request: Request }): Promise<Response> {
  seen = request;
  const form = await request.formData();
  if (form.get('do') === 'fail') throw new Error('a value that a person typed');
  given.cookies.set('session', 'one', { sameSite: 'Lax' });
  given.cookies.set('device', 'two', { sameSite: 'Strict' });
  const answer = redirect(`/thanks?for=${form.get('name')}`, 303);
  answer.headers.append('set-cookie', 'own=three; Path=/');
  answer.headers.append('set-cookie', 'expires=four; Expires=Wed, 21 Oct 2026 07:28:00 GMT');
  return answer;
}

let app: FastifyInstance;
beforeAll(async () => {
  const context = {
    env: testEnv,
    deps: depsWithoutDatabase(),
    pages: { load: async () => build, styleSheet: undefined, islands: { entry: '', imports: {} } },
  };
  app = Fastify();
  app.setErrorHandler(makeErrorHandler(context));
  await app.register(pages, { ...context, inTurn: async () => {} });
});
afterAll(() => app.close());

function post(payload: string, url = '/form') {
  return app.inject({ method: 'POST', url, payload, headers: { ...headers, host: 'evil.test' } });
}

test('a failing action answers without the words of its fault', async () => {
  const answer = await post('do=fail');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('a person typed');
});

test('a form reaches its action, and every cookie that was set leaves with the answer', async () => {
  const answer = await post('name=Ann+Lee&name=B');
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/thanks?for=Ann Lee');
  expect(answer.headers['set-cookie']).toEqual([
    'own=three; Path=/',
    'expires=four; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    'session=one; Path=/; HttpOnly; SameSite=Lax',
    'device=two; Path=/; HttpOnly; SameSite=Strict',
  ]);
});

test('the address that an action sees comes from configuration, whatever Host says', async () => {
  await post('name=x', '/form?step=2');
  expect(seen.url).toBe('http://site.test/form?step=2');
  expect(given.origin).toBe('http://site.test');
});

test('a path with two slashes stays a path', async () => {
  expect((await app.inject('//elsewhere.test/form')).statusCode).toBe(404);
});

test('a page that did not change is not sent again', async () => {
  const first = await app.inject('/form');
  const again = await app.inject({ url: '/form', headers: { 'if-none-match': String(first.headers.etag) } });
  expect(first.body).toBe('<p>page</p>');
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('HEAD has the status and headers of GET and no body', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/form' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html');
  expect(answer.body).toBe('');
});

test('what is not a page passes through as it comes', async () => {
  const answer = await app.inject('/list');
  expect(answer.headers['content-type']).toBe('text/csv');
  expect(answer.body).toBe('a,b\n');
});

test('each request has a nonce of its own', () => {
  expect(makeNonce()).not.toBe(makeNonce());
});

test.each([
  ['/form/', '/form'],
  ['/form///?page=2', '/form?page=2'],
  ['//elsewhere.example/', '/elsewhere.example'],
])(
  'an address with a slash at its end leads to the one without it, never to another site: %s',
  async (url, location) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.inject({ method, url, headers });
      expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
    }
  },
);
