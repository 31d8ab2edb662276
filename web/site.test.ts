import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerUnreadable } from './server/errors.ts';
import { type LogLine, siteWithoutDatabase } from './testing/site-without-database.ts';

const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const ours = { origin: 'http://site.test', 'sec-fetch-site': 'same-origin' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const page = { accept: 'text/html' };

const log: LogLine[] = [];
let site: FastifyInstance;
let cms: FastifyInstance;
let cmsOrigin: string;

beforeAll(async () => {
  cms = Fastify({ bodyLimit: 20 * 1024 * 1024 });
  cms.removeAllContentTypeParsers();
  cms.addContentTypeParser('*', (_request, payload, done) => {
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    payload.on('end', () => done(null, bytes));
    payload.on('error', done);
  });
  cms.all('/cms/*', async (request, reply) => {
    reply.header('set-cookie', ['claimdesk-cms-token=a', 'claimdesk-cms-lng=en']);
    return { headers: request.headers, bytes: request.body ?? 0 };
  });
  cmsOrigin = await cms.listen({ port: 0, host: '127.0.0.1' });
  site = await siteWithoutDatabase({ env: { CMS_ORIGIN: cmsOrigin }, log });
  await site.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => Promise.all([site.close(), cms.close()]));

function post(url: string, payload = 'a=b', headers: Record<string, string> = {}) {
  return site.inject({ method: 'POST', url, payload, headers: { ...ours, ...form, ...page, ...headers } });
}

test('headers that come slowly, byte by byte, are given up within 15 seconds', {
  tags: 'thorough',
  timeout: 30_000,
}, async () => {
  const { port } = site.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const begun = performance.now();
  socket.write('GET / HTTP/1.1\r\nhost: site.test\r\n');
  const drip = setInterval(() => socket.write('a'), 200);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

describe('what no page of ours sends is refused', () => {
  test('an address of more than 2 KiB is 414', async () => {
    const answer = await site.inject({ url: `/faq?${'x'.repeat(2048)}`, headers: page });
    expect(answer.statusCode).toBe(414);
    expect(answer.body).toContain('This web address is too long.');
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s is 405 and says what is allowed',
    async (method) => {
      const answer = await site.inject({ method, url: '/faq', headers: { ...ours, ...page } });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST');
    },
  );

  test('a compressed body is 415', async () => {
    const answer = await post('/faq', 'x', { 'content-encoding': 'gzip' });
    expect(answer.statusCode).toBe(415);
    expect(answer.body).toContain('without compression');
  });

  test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a body of type %s is 415 on a page',
    async (type) => expect((await post('/faq', '{}', { 'content-type': type })).statusCode).toBe(415),
  );

  test('an upload in more parts than its form has is 400, before anything reads them', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const inParts = (count: number) =>
      `${'--x\r\nContent-Disposition: form-data; name="reference"\r\n\r\n\r\n'.repeat(count)}--x--\r\n`;
    const answer = await post('/verify', inParts(30_000), type);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('This page takes only what its own form sends.');
    expect((await post('/verify', inParts(2), type)).body).toContain(
      'Choose a PDF file, or type a reference',
    );
  });

  test('a body of more than 64 KiB is 413', async () => {
    const answer = await post('/faq', 'a'.repeat(64 * 1024 + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain('too large');
  });

  test.each([
    ['another origin', { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }],
    ['a page that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['our name but another site', { origin: 'http://site.test', 'sec-fetch-site': 'same-site' }],
  ])('a form sent by %s is 403', async (_who, headers) => {
    const answer = await post('/faq', 'a=b', headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('did not come from our own pages');
  });

  test('a form that says nothing of where it comes from is 403', async () => {
    const answer = await site.inject({ method: 'POST', url: '/faq', payload: 'a=b', headers: form });
    expect(answer.statusCode).toBe(403);
  });

  test('a form sent to a page that only can be read is 405, on a page with the phone number', async () => {
    const answer = await post('/faq');
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(answer.body).toContain('nothing can be sent to it');
    expect(answer.body).toContain('tel:+12015550142');
  });

  test('an address that can not be decoded is 400', async () => {
    const answer = await site.inject({ url: '/%zz', headers: page });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('could not be read');
  });

  test('programs get their sentence as JSON', async () => {
    const answer = await site.inject({ method: 'PUT', url: '/faq', headers: { accept: 'application/json' } });
    expect(answer.json()).toEqual({ message: 'This page can be read, but not changed this way.' });
  });
});

describe('security headers stand on every kind of answer', () => {
  const kinds: [string, InjectOptions, number][] = [
    ['a page', { url: '/faq' }, 200],
    ['a page that is not there', { url: '/nowhere' }, 404],
    ['an article that is not there', { url: '/articles/nothing' }, 404],
    ['a redirect', { url: '/contact' }, 302],
    ['a head request', { method: 'HEAD', url: '/' }, 200],
    ['a static file', { url: '/favicon.svg' }, 200],
    ['a missing file', { url: '/assets/none.js' }, 404],
    ['health', { url: '/healthz' }, 200],
    ['a refused method', { method: 'DELETE', url: '/' }, 405],
    ['a refused form', { method: 'POST', url: '/' }, 403],
    ['a long address', { url: `/${'x'.repeat(3000)}` }, 414],
    ['an unreadable address', { url: '/%zz' }, 400],
    ['a call that is not there', { url: '/trpc/nothing' }, 404],
    ['a list of pages', { url: '/sitemap.xml' }, 200],
  ];

  test.each(kinds)('%s', async (_kind, options, status) => {
    const answer = await site.inject(options);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['permissions-policy']).toContain('camera=()');
    expect(answer.headers['cache-control']).toBeDefined();
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  test('a request that is not HTTP at all', async () => {
    const text = await sayTo(portOf(site), 'GET / HTTP/1.1\r\nno colon here\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain(`content-security-policy: ${contentPolicy}`);
    expect(text).toContain('This request could not be read.');
  });

  test('the connection of a request that is not HTTP ends, however much its peer asked for before and did not read', async () => {
    const server = Fastify({ clientErrorHandler: answerUnreadable('http://site.test') });
    server.get('/', (_request, reply) => reply.send('x'.repeat(100_000)));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect({ port: portOf(server), host: '127.0.0.1' });
    const [held] = (await once(server.server, 'connection')) as [Socket];
    const closed = once(held, 'close');
    socket.write(`${'GET / HTTP/1.1\r\nHost: site.test\r\n\r\n'.repeat(20)}no HTTP\r\n\r\n`);
    await closed;
    socket.destroy();
    await server.close();
  }, 10_000);

  test.each(['/faq', '/client-portal', '/trpc/staff.me', '/cms/admin'])(
    'a request for %s that names a host in its address',
    async (path) => {
      const asked = `GET http://elsewhere.test${path} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`;
      const text = await sayTo(portOf(site), asked);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('This request could not be read.');
    },
  );

  test.each([
    ['of a host that is none', '/trpc/staff.me', '[::1'],
    ['of a host with a port that is none', '/faq', 'site.test:99999'],
    ['with a control character in its address', '/admin/client/%00/upload', 'site.test'],
    ['with a line break in its address', '/admin/client/a%0D%0Ab/upload', 'site.test'],
  ])('a request %s', async (_, path, host) => {
    const text = await sayTo(
      portOf(site),
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('This request could not be read.');
  });

  test('https is pinned where the site is served over it', async () => {
    const secure = await siteWithoutDatabase({ env: { PUBLIC_URL: 'https://site.test' } });
    const answer = await secure.inject('/healthz');
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
    expect((await site.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
    await secure.close();
  });
});

describe('when the database is away', () => {
  test('pages say so in our words, without a trace of the fault', async () => {
    const away = await siteWithoutDatabase({ fault: new Error('secret host db1 refused'), log });
    const answer = await away.inject({ url: '/faq', headers: page });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain('Something went wrong');
    expect(answer.body).not.toMatch(/secret host|at \w+ \(|node_modules/);
    expect(JSON.stringify(log)).not.toContain('secret host');
    expect((await away.inject('/readyz')).statusCode).toBe(503);
    expect((await away.inject('/healthz')).statusCode).toBe(200);
    await away.close();
  });
});

describe('the editors’ pages', () => {
  test('are a plain 503 page while their process is down', async () => {
    const alone = await siteWithoutDatabase();
    const answer = await alone.inject({ url: '/cms', headers: page });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('The editing pages are briefly unavailable.');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    await alone.close();
  });

  test('take no upload of more than 5 MiB, announced or not', async () => {
    const announced = await site.inject({
      method: 'POST',
      url: '/cms/api/media',
      headers: { 'content-type': 'application/octet-stream', ...page },
      payload: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    expect(announced.statusCode).toBe(413);
    expect(announced.body).toContain('The limit is 5 MB.');
    expect(await uploadInChunks(6)).toMatchObject({ status: 413 });
    expect(await uploadInChunks(4)).toMatchObject({ status: 200, bytes: 4 * 1024 * 1024 });
  });

  test.each(['text/plain;charset=UTF-8', 'application/json', 'multipart/form-data; boundary=x'])(
    'take a page of many parts, sent as %s',
    async (type) => {
      const headers = { ...ours, 'content-type': type };
      const answer = await site.inject({
        method: 'POST',
        url: '/cms/collections/pages/1',
        payload: 'x'.repeat(500_000),
        headers,
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ bytes: 500_000 });
    },
  );

  test('hear the public address, their own cookies, and the nonce that the browser is told', async () => {
    const answer = await site.inject({
      method: 'PATCH',
      url: '/cms/api/x',
      headers: {
        host: 'evil.test',
        cookie: 'session=people; claimdesk-cms-token=editor',
        'x-forwarded-for': '6.6.6.6',
      },
    });
    const { headers } = answer.json();
    const policy = answer.headers['content-security-policy'];
    expect(answer.statusCode).toBe(200);
    expect(headers).toMatchObject({
      host: 'site.test',
      'x-forwarded-host': 'site.test',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
      cookie: 'claimdesk-cms-token=editor',
      'content-security-policy': policy,
    });
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{24}';/);
    expect(answer.headers['set-cookie']).toEqual(['claimdesk-cms-token=a', 'claimdesk-cms-lng=en']);
    expect((await site.inject('/cms/x')).headers['content-security-policy']).not.toBe(policy);
  });
});

describe('static files', () => {
  test('with a hash in their name are kept for ever, compressed when the browser can', async () => {
    const html = (await site.inject('/')).body;
    const css = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '';
    const answer = await site.inject({ url: css, headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(answer.rawPayload.length).toBeLessThan(14 * 1024);
  });

  test.each(['/assets', '/share.png'])('carry no headers that are for documents: %s', async (kind) => {
    const html = (await site.inject('/')).body;
    const url = kind === '/assets' ? (/href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '') : kind;
    const { statusCode, headers } = await site.inject(url);
    expect(statusCode).toBe(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy'])
      expect(headers).not.toHaveProperty(name);
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
  });
});

describe('the request log', () => {
  test('has the path without its query, and a missing page stands out', async () => {
    log.length = 0;
    await site.inject('/missing%e2%80%a8forged?ssn=219099999');
    expect(log).toMatchObject([{ level: 'warn', event: 'page not found', path: '/…', status: 404 }]);
    expect(JSON.stringify(log)).not.toContain('219099999');
  });

  test.each(['/cms/reset/the-secret', '//CMS//reset/the-secret?x', '/cms/reset/the-secret/more'])(
    'leaves out the secret of the link %s',
    async (path) => {
      log.length = 0;
      await site.inject(path);
      expect(JSON.stringify(log)).toMatch(/reset/);
      expect(JSON.stringify(log)).not.toContain('the-secret');
    },
  );
});

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return address && typeof address === 'object' ? address.port : 0;
}

function sayTo(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('end', () => resolve(heard));
    socket.on('error', reject);
  });
}

/** Sends a body whose length is not announced. @returns the status, and the bytes that the upstream counted. */
function uploadInChunks(mebibytes: number): Promise<{ status: number | undefined; bytes?: number }> {
  const options = {
    port: portOf(site),
    method: 'POST',
    path: '/cms/api/media',
    headers: { 'content-type': 'image/png' },
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const bytes = response.statusCode === 200 ? JSON.parse(text).bytes : undefined;
        resolve({ status: response.statusCode, bytes });
      });
    });
    request.on('error', reject);
    for (let sent = 0; sent < mebibytes; sent += 1) request.write(Buffer.alloc(1024 * 1024));
    request.end();
  });
}
