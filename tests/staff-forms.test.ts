import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../api/accounts/clients/create-client.ts';
import { setSharedPassword } from '../api/accounts/staff/create-staff.ts';
import { sharedAdminId } from '../api/accounts/staff/staff.model.ts';
import { makeFormToken } from '../api/platform/keys/form-token.ts';
import { parseEnv } from '../web/env.ts';
import { staffSession } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const { PUBLIC_URL } = parseEnv(process.env);
let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
  await setSharedPassword('correct horse battery', running.deps);
});
beforeEach(async () => {
  await empty(running.deps, 'staff_sessions', 'limits', 'outbox');
});
afterAll(() => running.close());

const clients = () => running.deps.portal.collection('clients');

/** @returns a new client account. */
async function addClient() {
  await empty(running.deps, 'clients');
  await createClient({ ssn: '219099999', dateOfBirth: '1968-04-27', pin: '8052' }, running.deps);
  const client = await clients().findOne();
  if (!client) throw new Error('There is no account.');
  return client;
}

/** @returns the secret of a new staff session. */
async function signIn(): Promise<string> {
  return (await staffSession(sharedAdminId, running.deps)).context.cookies.get('admin') ?? '';
}

function request(url: string, secret: string, form?: Record<string, string>) {
  return running.site.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: {
      accept: 'text/html',
      origin: PUBLIC_URL,
      'sec-fetch-site': 'same-origin',
      cookie: `admin=${secret}`,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
}

/** @returns the token in each native form of a page; 'none' for a form without one. */
async function tokensOn(url: string, secret: string): Promise<string[]> {
  const { body } = await request(url, secret);
  const forms = body.match(/<form[^>]*method="post".*?<\/form>/gs) ?? [];
  return forms.map((form) => /name="token" value="([^"]+)"/.exec(form)?.[1] ?? 'none');
}

const makeToken = (secret: string, form: string, now: Date) =>
  makeFormToken(running.deps.keys.forms, secret, form, now);
const twoDaysAgo = () => new Date(Date.now() - 48 * 3_600_000);

/** No token, malformed ones, and tokens of another session, of another form, or expired. */
const invalidTokens: [string, (secret: string, other: string) => Record<string, string>][] = [
  ['without a token', () => ({})],
  ['with an empty token', () => ({ token: '' })],
  ['with a made-up token', () => ({ token: 'a.b.c' })],
  ['with a very long token', () => ({ token: 'x'.repeat(5_000) })],
  ["with another session's token", (_secret, other) => ({ token: makeToken(other, 'staff', new Date()) })],
  ['with an expired token', (secret) => ({ token: makeToken(secret, 'staff', twoDaysAgo()) })],
  ['with the token of a public form', (secret) => ({ token: makeToken(secret, 'client-login', new Date()) })],
];

/** One that is absent and one that is real; the others are refused in the same place. */
const everyday = ['without a token', "with another session's token"];

for (const [what, invalidToken] of invalidTokens)
  describe(`a staff form posted ${what}`, { tags: everyday.includes(what) ? [] : ['thorough'] }, () => {
    test('begins no search', async () => {
      const secret = await signIn();
      const form = { query: 'Canaria', ...invalidToken(secret, await signIn()) };
      for (const path of [
        'case-evaluations',
        'attorney-applications',
        'contracts',
        'attorneys',
        'dashboard',
      ]) {
        const { statusCode, headers, body } = await request(`/admin/${path}`, secret, form);
        expect([path, statusCode, headers['set-cookie']]).toEqual([path, 403, undefined]);
        expect(body).toContain('older than your session, so nothing was changed');
      }
    });

    test('downloads no file', async () => {
      const secret = await signIn();
      const wanted = { kind: 'evaluations', format: 'csv', from: '2026-01-01', to: '9998-12-31' };
      const response = await request('/admin/exports/file', secret, {
        ...wanted,
        ...invalidToken(secret, await signIn()),
      });
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toContain('problem=old-page');
      expect((await request(String(response.headers.location), secret)).body).toContain(
        'older than your session',
      );
    });

    test('imports no file', async () => {
      const secret = await signIn();
      const token = { file: 'none', ...invalidToken(secret, await signIn()) };
      expect((await request('/admin/import', secret, token)).statusCode).toBe(403);
    });

    test('ends no other session', async () => {
      const secret = await signIn();
      const token = invalidToken(secret, await signIn());
      const sessions = () => running.deps.portal.collection('staff_sessions').countDocuments();
      const before = await sessions();
      expect((await request('/admin/sign-out-everywhere', secret, token)).statusCode).toBe(403);
      expect(await sessions()).toBe(before);
    });

    test('logs nobody out, and says so', async () => {
      const secret = await signIn();
      const response = await request('/admin/logout', secret, invalidToken(secret, await signIn()));
      expect(response.headers.location).toBe('/admin/dashboard');
      expect((await request('/admin/dashboard', secret)).statusCode).toBe(200);
    });
  });

test("every native form of the back office contains the session's token, and every action checks it", async () => {
  const secret = await signIn();
  const client = await addClient();
  for (const page of [
    'dashboard',
    'exports',
    'contracts',
    'retention',
    'sign-out-everywhere',
    'dashboard',
    'contracts',
    'case-evaluations',
    `client/${client._id}/add-document`,
    'import',
  ]) {
    const tokens = await tokensOn(`/admin/${page}`, secret);
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens).not.toContain('none');
  }
  const folder = join(import.meta.dirname, '../web/app/office');
  for await (const file of glob('**/*.{ts,tsx}', { cwd: folder })) {
    const source = await readFile(join(folder, file), 'utf8');
    // Whoever signs in has no session yet.
    const signsIn = /^login\/(login|code|welcome)\.tsx$/.test(file);
    if (signsIn || !/^export (async )?(function|const) action\b/m.test(source)) continue;
    expect(source, file).toMatch(
      /actForStaff\(|searchList\(|requireStaffForm\(|receiveDocument\(|receiveImport\(/,
    );
  }
});

test('a valid post without JavaScript succeeds', async () => {
  const secret = await signIn();
  const [token = ''] = await tokensOn('/admin/sign-out-everywhere', secret);
  const out = await request('/admin/logout', secret, { token });
  expect(out.headers.location).toBe('/admin/login');
  expect((await request('/admin/dashboard', secret)).headers.location).toMatch(/^\/admin\/login/);
});

test('without a session, every token redirects to the sign-in page', async () => {
  for (const path of ['dashboard', 'exports/file', 'logout']) {
    const response = await request(`/admin/${path}`, 'A'.repeat(43), {
      token: makeToken('A'.repeat(43), 'staff', new Date()),
    });
    expect(response.headers.location).toMatch(/^\/admin\/login/);
  }
});

test('a page with script runs only scripts with its nonce, and is not cached', async () => {
  const { headers, body } = await request('/admin/login', '');
  const policy = String(headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
      "form-action 'self'; " +
      `frame-ancestors 'none'; base-uri 'none'; script-src 'self' 'nonce-${nonce}'; worker-src 'self'`,
  );
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('same-origin');
  const scripts = body.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
});
