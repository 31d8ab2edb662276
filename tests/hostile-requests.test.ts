import { type AddressInfo, connect } from 'node:net';
import { intakes } from '@claimdesk/forms/intakes';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveCms } from '../cms/testing.ts';
import { parseEnv } from '../web/env.ts';
import { empty } from './setup/deps.ts';
import { formPages } from './setup/form-pages.ts';
import { visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const sameOrigin = {
  origin: parseEnv(process.env).PUBLIC_URL,
  'sec-fetch-site': 'same-origin',
  accept: 'text/html',
};
const forms = intakes.map(({ form }) => form);
let running: SiteInProcess;
let cms: Awaited<ReturnType<typeof serveCms>>;
beforeAll(async () => {
  running = await openSite(async (payload) => {
    cms = await serveCms(payload);
    return { CMS_ORIGIN: cms.origin };
  });
  await running.site.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await running.close();
  await cms.stop();
});

function expectNoFault(response: LightMyRequestResponse): void {
  expect(response.statusCode).toBeLessThan(500);
  expect(response.body).not.toMatch(/at \S+ \(|node_modules|MongoServerError|Unexpected Server Error/);
  expect(response.headers['cache-control']).toBe('no-store');
}

const formPaths = [
  '/client-login',
  '/client-register',
  '/client-portal/logout',
  '/admin/login',
  '/verify',
  ...forms.flatMap((form) =>
    ['finish-later', 'resume', 'delete-answers'].map((page) => `${formPages[form].path}/${page}`),
  ),
  ...forms.map((form) => formPages[form].first),
];

describe.each(formPaths)('a post to %s', (path) => {
  test.each<[string, Record<string, string>]>([
    ['without a content type', {}],
    [
      'with two content types',
      { 'content-type': 'application/x-www-form-urlencoded;boundary=x, text/plain' },
    ],
    ['with an uppercase content type', { 'content-type': 'APPLICATION/X-WWW-FORM-URLENCODED' }],
  ])('%s is read as an empty form, or rejected without a server error', async (_what, headers) => {
    for (const url of [path, `${path}.data`]) {
      expectNoFault(
        await running.site.inject({ method: 'POST', url, headers: { ...sameOrigin, ...headers } }),
      );
    }
  });
});

test.each(forms)('a post to a step that %s does not have gets 404', async (form) => {
  const visitor = await visitForm(running.site, form);
  const response = await visitor.post('no-such-step', [['first_name', 'Test']]);
  expect(response.statusCode).toBe(404);
  expectNoFault(response);
});

const unused = [
  '/cms/api/users/verify/x',
  '/cms/api/USERS//verify/x',
  '/_next/image?url=x',
  '/_next/./data/x',
];
test.each(unused)('%s gets 404', async (url) => {
  const response = await running.site.inject({ method: 'POST', url, headers: sameOrigin, payload: '{}' });
  expect(response.statusCode).toBe(404);
  expectNoFault(response);
});

/** A connection that was cut would be answered by a reverse proxy, and not in our words. */
test.each([
  ['/contact', 'application/x-www-form-urlencoded'],
  ['/verify', 'multipart/form-data; boundary=x'],
])(
  'what is too large for %s is read to its end, so that whoever sends it gets the answer',
  async (path, type) => {
    const { port } = running.site.server.address() as AddressInfo;
    const bytes = 3 * 1024 * 1024;
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: site.test',
      `Origin: ${sameOrigin.origin}`,
      `Content-Type: ${type}`,
      `Content-Length: ${bytes}`,
    ];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    const statuses: string[] = [];
    for await (const chunk of socket) {
      statuses.push(...[...String(chunk).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status));
      if (statuses.length === 1)
        socket.end(
          Buffer.concat([
            Buffer.alloc(bytes),
            Buffer.from('GET /healthz HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n'),
          ]),
        );
    }
    expect(statuses).toEqual(['413', '200']);
  },
);

describe('signing in to the CMS', () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'x' });

  /** Sends the path over a raw socket, because HTTP clients normalize URLs. @returns the status code. */
  function signInAt(path: string): Promise<string> {
    const { port } = running.site.server.address() as AddressInfo;
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: site.test',
      `Origin: ${sameOrigin.origin}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 000'.length)));
      socket.on('error', reject);
    });
  }

  beforeAll(async () => {
    await empty(running.deps, 'limits');
    for (let tries = 0; tries < 10; tries += 1) expect(await signInAt('/cms/api/users/login')).toBe('401');
  });

  test.each([
    '/cms/api/users/login',
    '/cms/api/users/LOGIN',
    '/cms/api/Users/Login',
    '/cms/api/users\\login',
    '/cms/api\\users/login',
    '/cms/api/./users/login',
    '/cms/api/%2e/users/login',
    '/cms/api/%2E%2fusers/login',
    '/cms/api//users/login',
    '/cms/api/users/%6cogin',
    '/cms/api/users/login?x',
  ])('is rate limited however its URL is spelled: %s', async (path) => {
    expect(await signInAt(path)).toBe('429');
  });
});
