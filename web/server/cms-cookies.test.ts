import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';

const set = [
  'claimdesk-cms-token=abc; Expires=Sun, 22 Nov 2026 02:38:40 GMT; Path=/; Secure=true; HttpOnly=true; SameSite=Strict',
  'claimdesk-cms-lng=en; Path=/',
];
const sites: Record<string, FastifyInstance> = {};
let cms: Server;
let received: string | undefined;

beforeAll(async () => {
  cms = createServer((request, answer) => {
    received = request.headers.cookie;
    answer.setHeader('set-cookie', set);
    answer.end('{}');
  });
  await new Promise<void>((resolve) => cms.listen(0, '127.0.0.1', resolve));
  const CMS_ORIGIN = `http://127.0.0.1:${(cms.address() as AddressInfo).port}`;
  for (const PUBLIC_URL of ['https://site.test', 'http://localhost:3000']) {
    sites[PUBLIC_URL] = await siteWithoutDatabase({ env: { PUBLIC_URL, CMS_ORIGIN } });
  }
});
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close();
  cms.close();
});
beforeEach(() => {
  received = undefined;
});

const ask = (site: string, cookie?: string) =>
  sites[site]?.inject({ url: '/cms/api/users/me', headers: cookie ? { cookie } : {} });

describe('on https', () => {
  const site = 'https://site.test';

  test('a session under the plain name, which a neighbor could plant, never reaches the CMS', async () => {
    await ask(site, 'claimdesk-cms-token=planted');
    expect(received).toBeUndefined();
    await ask(
      site,
      'claimdesk-cms-token=planted; __Host-claimdesk-cms-token=own; claimdesk-cms-token=planted',
    );
    expect(received).toBe('claimdesk-cms-token=own');
  });

  test('the session is set under the guarded name, and every other cookie as it is', async () => {
    const answer = await ask(site);
    expect(answer?.headers['set-cookie']).toEqual([`__Host-${set[0]}`, set[1]]);
    expect(set[0]).toMatch(/Path=\/;.*Secure/);
    expect(set[0]).not.toContain('Domain');
  });

  test("nobody else's cookies reach the CMS", async () => {
    await ask(
      site,
      '__Host-admin=s; admin=s; __Host-client=s; claimdesk-cms-theme=dark; x__Host-claimdesk-cms-token=x',
    );
    expect(received).toBe('claimdesk-cms-theme=dark');
  });
});

test('on http, for whoever tries it on the own machine, names stay as they are', async () => {
  const answer = await ask('http://localhost:3000', 'claimdesk-cms-token=own; admin=s');
  expect(received).toBe('claimdesk-cms-token=own');
  expect(answer?.headers['set-cookie']).toEqual(set);
});
