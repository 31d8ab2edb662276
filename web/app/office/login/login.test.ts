import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './login.tsx';

const email = 'robin@example.com';
const password = 'four words in a row';

interface Visit {
  next?: string;
  refusal?: Error;
  codeNeeded?: boolean;
}

/** Posts a form of the page. Checking it needs a database; here it is noted, or refused as a test says. */
async function post(fields: Record<string, string>, { next, refusal, codeNeeded = false }: Visit = {}) {
  const tried: [string, unknown][] = [];
  const note = (way: string) => async (input: unknown) => {
    tried.push([way, input]);
    if (refusal) throw refusal;
    return { codeNeeded };
  };
  const staff = {
    signInWithPassword: note('password'),
    signInWithEmail: note('email'),
    signInWithPasskey: note('passkey'),
  };
  const url = new URL('https://office.test/admin/login');
  if (next) url.searchParams.set('next', next);
  const cookies = new CookieJar(undefined, false);
  const context = new RouterContextProvider();
  const site = { api: { staff }, cookies, posted: true, origin: url.origin };
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await action({ request, url, context, params: {}, pattern: '/admin/login' });
  return { answer, tried, cookies };
}

describe('nobody is logged in', () => {
  test('without a password, which is not even tried', async () => {
    const { answer, tried } = await post({ way: 'email', email });
    expect(tried).toEqual([]);
    expect(answer).toMatchObject({
      data: { way: 'email', email, again: false, fields: { password: 'Enter your password' } },
      init: { status: 400 },
    });
  });

  test('with a wrong password; the email address stays, and the password is not sent back', async () => {
    const refusal = new DomainError('bad-input', 'Invalid email or password', { title: 'Login Failed' });
    const { answer } = await post({ way: 'email', email, password }, { refusal });
    expect(answer).toMatchObject({
      data: {
        way: 'email',
        email,
        again: false,
        title: 'Login Failed',
        fields: { password: 'Invalid email or password' },
      },
      init: { status: 400 },
    });
    expect(JSON.stringify(answer)).not.toContain(password);
  });

  test('with an unknown passkey, which is said at its button', async () => {
    const refusal = new DomainError('bad-input', 'This passkey was not recognized.');
    const { answer } = await post({ way: 'passkey', answer: '{}' }, { refusal });
    expect(answer).toMatchObject({ data: { fields: { passkey: refusal.message } } });
  });

  test.each([
    [new DomainError('too-many', 'Please wait.'), true, 429],
    [new DomainError('unavailable', 'Please wait.'), true, 503],
    [new DomainError('bad-input', 'Invalid password'), false, 400],
    [new Error('mongodb://secret'), false, 500],
  ])(
    'and the same password may be sent again only where none was checked: %s',
    async (refusal, again, status) => {
      const { answer, cookies } = await post({ way: 'password', password }, { refusal });
      expect(answer).toMatchObject({ data: { again }, init: { status } });
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(takeNotice({ cookies })).toBeNull();
    },
  );
});

describe('staff who log in', () => {
  test.each([
    ['https://evil.example/admin/dashboard', '/admin/dashboard'],
    ['//evil.example/admin/x', '/admin/dashboard'],
    ['/faq', '/admin/dashboard'],
    ['/admin/contracts?sort=oldest', '/admin/contracts?sort=oldest'],
  ])('get no further than to a page of the back office: %s', async (next, path) => {
    const { answer, cookies } = await post({ way: 'password', password }, { next });
    expect((answer as Response).headers.get('location')).toBe(path);
    expect(takeNotice({ cookies })).toBe('signed-in');
  });

  test('are asked for a code first where they have two steps, and keep where they wanted to go', async () => {
    const visit = { next: '/admin/contracts', codeNeeded: true };
    const { answer, cookies } = await post({ way: 'email', email, password }, visit);
    expect((answer as Response).headers.get('location')).toBe('/admin/login/code?next=%2Fadmin%2Fcontracts');
    expect(takeNotice({ cookies })).toBeNull();
  });

  test('are asked by the form that they used, and by no other', async () => {
    const proof = '';
    const fields = { email, password, answer: '{}' };
    expect((await post({ way: 'password', ...fields })).tried).toEqual([['password', { password, proof }]]);
    expect((await post({ way: 'email', ...fields })).tried).toEqual([['email', { email, password, proof }]]);
    expect((await post({ way: 'passkey', ...fields })).tried).toEqual([['passkey', { answer: '{}' }]]);
  });
});
