import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { makeContentCache } from '@claimdesk/api/content-cache';
import type { Deps } from '@claimdesk/api/deps';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdnCacheControl, contentCacheControl } from '#web/app/public/cache-control.ts';
import { intakeForms } from '#web/app/public/intake/intake-forms.ts';
import { answerFromCache, answerFromMemory, keyOf } from './page-cache.ts';
import type { Rendered } from './render-page.ts';

type Render = (content: Deps['content'], url: string) => Promise<Response>;

let app: FastifyInstance;
let content: Deps['content'];
let settings: { CDN_PURGE_URL?: string };
let renders: number;
let render: Render;
let sameForEverybody: Rendered['sameForEverybody'];

const page = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/html', 'cache-control': contentCacheControl, ...headers },
  });

beforeEach(() => {
  content = makeContentCache();
  settings = {};
  renders = 0;
  sameForEverybody = null;
  render = async (through) => {
    const text = await through.remember('article', ['articles'], async () => `page ${++renders}`);
    return page(text);
  };
  app = Fastify();
  answerFromMemory(app, content);
  app.get('/*', async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return reply.send('for you');
    const found = await answerFromCache(key, request, reply, { content, settings }, async (through) => ({
      response: await render(through, request.url),
      sameForEverybody,
      form: null,
    }));
    if (found === 'sent') return reply;
    if (found instanceof Response) return reply.code(found.status).send(await found.text());
    return reply.send('for you');
  });
});
afterEach(() => app.close());

describe('pages in memory', () => {
  it('are never used for a page with script, a page that sets a cookie, or a visitor with something to be told', async () => {
    for (const [name, value] of [
      ['content-security-policy', "script-src 'nonce-1'"],
      ['set-cookie', 'draft=secret'],
    ] as const) {
      render = async () => page('of somebody else', { [name]: value, 'cache-control': 'no-store' });
      const answers = await Promise.all(Array.from({ length: 10 }, () => app.inject('/form')));
      expect(answers.map(({ body }) => body)).toEqual(Array(10).fill('for you'));
    }
    render = async () => page('for everybody');
    expect((await app.inject({ url: '/', headers: { cookie: 'a=b; sent=K7QH-M9XA' } })).body).toBe('for you');
    expect((await app.inject('/?q=x')).body).toBe('for you');
  });

  it('are kept under one way of writing an address only, however many lead to the same page', async () => {
    for (const url of ['/FAQ', '/faq/', '//faq', '/f%61q', '/faq//', `/${'a'.repeat(200)}`]) {
      expect((await app.inject(url)).body).toBe('for you');
    }
    expect((await app.inject('/articles/what-is-ssdi')).body).toMatch(/^page/);
    expect((await app.inject('/sitemap.xml')).body).toMatch(/^page/);
  });

  it('are never used for a redirect or the data of a page, which depend on who asks', async () => {
    render = async () => new Response(null, { status: 302, headers: { location: '/admin/login' } });
    expect((await app.inject('/admin/dashboard')).body).toBe('for you');
    render = async () => page('of somebody else', { 'content-type': 'text/x-script' }, 202);
    expect((await app.inject('/admin/dashboard.data')).body).toBe('for you');
  });

  it('are rendered once however many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/articles/a')));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['page 1']));
  });

  it('are made again when what they were made from changes, and only then', async () => {
    await app.inject('/articles/a');
    content.forget('faqs');
    expect((await app.inject('/articles/a')).body).toBe('page 1');
    content.forget('articles');
    expect((await app.inject('/articles/a')).body).toBe('page 2');
  });

  it('are sent in the compression that was asked for, each with an ETag of its own', async () => {
    const get = (encoding: string) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    const [br, gzip, plain, refused] = [
      await get('gzip, br'),
      await get('gzip'),
      await get(''),
      await get('br;q=0, gzip'),
    ];
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe('page 1');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('page 1');
    expect([plain.body, refused.headers['content-encoding']]).toEqual(['page 1', 'gzip']);
    expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(br.headers.vary).toBe('accept-encoding');
  });

  it('are not sent to whom has them already', async () => {
    const { etag } = (await app.inject('/')).headers;
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': contentCacheControl,
      vary: 'accept-encoding',
    });
    content.forget('articles');
    expect((await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(200);
  });

  it('may be kept by a CDN only where it is asked to forget them, under the collections that they are made from', async () => {
    const answer = async (url: string) => (await app.inject(url)).headers;
    const before = await answer('/articles/a');
    expect(before['cache-control']).toBe(contentCacheControl);
    expect(before).not.toHaveProperty('cache-tag');
    settings = { CDN_PURGE_URL: 'https://cdn.example/purge' };
    render = async (through) => {
      await through.memoizeDerived('tokens', (inner) => inner.remember('facts', ['globals'], async () => 1));
      return page(await through.remember('b', ['articles'], async () => 'page'));
    };
    const kept = { 'cache-control': cdnCacheControl, 'cache-tag': 'pages-of-all,globals,articles' };
    for (let again = 0; again < 2; again += 1) expect(await answer('/articles/b')).toMatchObject(kept);
    const unchanged = { 'if-none-match': String((await answer('/articles/b')).etag) };
    expect((await app.inject({ url: '/articles/b', headers: unchanged })).headers).toMatchObject(kept);
    for (const { sent } of intakeForms.filter(({ sent }) => sent.to)) {
      const headers = await answer(String(sent.to));
      expect(headers['cache-control']).toBe(contentCacheControl);
      expect(headers).not.toHaveProperty('cache-tag');
    }
    sameForEverybody = 'kept';
    render = async () => page('results', { 'cache-control': 'no-store' });
    expect((await answer('/search'))['cache-control']).toBe('no-store');
  });

  it('are served on while rendering fails', async () => {
    await app.inject('/');
    content.forget();
    render = async () => page('broken', {}, 500);
    expect((await app.inject('/')).body).toBe('page 1');
    render = () => Promise.reject(new Error('no database'));
    expect((await app.inject('/')).body).toBe('page 1');
  });

  it('are gone when the page is gone, or has become one for each visitor', async () => {
    const made = render;
    for (const [answer, body] of [
      [page('missing', { 'cache-control': 'no-store' }, 404), 'missing'],
      [page('with script', { 'cache-control': 'no-store', 'content-security-policy': 'x' }), 'for you'],
      [new Response(null, { status: 301, headers: { location: '/elsewhere' } }), 'for you'],
    ] as const) {
      render = made;
      content.forget();
      expect((await app.inject('/articles/a')).body).toMatch(/^page/);
      render = async (through) => {
        await through.remember('article', ['articles'], async () => null);
        return answer;
      };
      content.forget('articles');
      expect((await app.inject('/articles/a')).body).toBe(body);
    }
  });

  it('do not include missing pages, which are rendered for who asks', async () => {
    render = async () => page('missing', { 'cache-control': 'no-store' }, 404);
    const answer = await app.inject('/nowhere');
    expect([answer.statusCode, answer.body]).toEqual([404, 'missing']);
    render = async () => page('found');
    expect((await app.inject('/nowhere')).body).toBe('found');
  });

  it('are never used for what somebody typed, save a search of our own words', async () => {
    for (const url of [
      '/attorney-directory?q=smith',
      '/attorney-directory?zip=07102',
      '/attorney-directory?state=Jersey',
      '/search?q=123-45-6789',
      '/search?q=back+pain+since+2019',
      '/faq?q=x',
      '/?state=NJ',
      '/constructor?q=x',
      `/search?q=${'a'.repeat(200)}`,
    ]) {
      expect([url, (await app.inject(url)).body]).toEqual([url, 'for you']);
    }
  });

  it('are the same for each way of writing a query that gets the same page', async () => {
    for (const [urls, body] of [
      [
        ['/attorney-directory', '/attorney-directory?state=&zip=&q=', '/attorney-directory?utm_source=mail'],
        'page 1',
      ],
      [['/attorney-directory?state=NJ', '/attorney-directory?q=&state=nj&page=1&zip='], 'page 2'],
      [['/attorney-directory?state=NJ&page=2'], 'page 3'],
    ] as const) {
      render = async () => page(`page ${++renders}`);
      for (const url of urls) expect([url, (await app.inject(url)).body]).toEqual([url, body]);
    }
  });

  it('include what no browser may keep where its loader lets the server keep it, and nothing with a cookie or script', async () => {
    render = async (_content, url) => page(`${++renders} for ${url}`, { 'cache-control': 'no-store' });
    const read = async (url = '/search?q=appeal') => (await app.inject(url)).body;
    expect(await read()).toBe('for you');
    sameForEverybody = 'unkept';
    expect([await read(), await read()]).toEqual(['2 for /search?q=appeal', '3 for /search?q=appeal']);
    sameForEverybody = 'kept';
    expect([await read(), await read()]).toEqual(['4 for /search?q=appeal', '4 for /search?q=appeal']);
    expect((await app.inject('/search?q=appeal')).headers['cache-control']).toBe('no-store');
    for (const [name, value] of [
      ['content-security-policy', "script-src 'nonce-1'"],
      ['set-cookie', 'draft=secret'],
    ] as const) {
      render = async () => page('of somebody else', { [name]: value, 'cache-control': 'no-store' });
      expect(await read('/form')).toBe('for you');
    }
  });

  it('that anybody can ask for in any number evict none of the content', async () => {
    render = async (_content, url) => page(`${++renders} for ${url}`);
    await app.inject('/faq');
    for (let at = 2; at < 1_000; at += 1) await app.inject(`/attorney-directory?state=NJ&page=${at}`);
    const before = renders;
    expect((await app.inject('/faq')).body).toBe('1 for /faq');
    expect(renders).toBe(before);
    await app.inject('/attorney-directory?state=NJ&page=2');
    expect(renders).toBe(before + 1);
  });

  it('are compressed once for all who ask in the same second', async () => {
    const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    const answers = await Promise.all(Array.from({ length: 20 }, get));
    for (const { rawPayload } of answers) expect(brotliDecompressSync(rawPayload).toString()).toBe('page 1');
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  });
});
