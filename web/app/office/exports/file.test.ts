import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { action, loader } from './file.ts';
import { isProblem } from './problems.ts';

const choices = { kind: 'contracts', format: 'json', from: '2026-01-01', to: '2025-12-31' };
const kinds = [{ name: 'contracts', heading: 'Contracts', file: 'contracts' }];
const unconfirmed = new DomainError('forbidden', 'First confirm that it is you.', { reason: 'confirm' });

interface Office {
  require?: () => Promise<void>;
  make?: (input: unknown) => Promise<AsyncIterable<string>>;
}

/** Posts the form of the page. The procedures need a database; each answers as a test says. */
function post({ require = async () => {}, make = async () => pieces() }: Office): Promise<Response> {
  const url = new URL('https://office.test/admin/exports/file');
  const api = {
    permissions: { require },
    staff: { requireForm: async () => {} },
    exports: { make, kinds: async () => kinds },
  };
  const site = { api, cookies: new CookieJar(undefined, false), posted: true };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(choices) });
  return action({ request, url, context, params: {}, pattern: '/admin/exports/file' });
}

async function* pieces() {
  yield '[1,';
  yield '2]';
}

const refuse = (error: Error) => () => Promise.reject(error);

/** @returns the address that the browser is sent to. */
function urlOfSource(answer: Response): URL {
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', 'https://office.test');
}

describe('no file is made', () => {
  test('of an address that is opened, as after a login; the form is there instead', () => {
    expect(loader().headers.get('location')).toBe('/admin/exports');
  });

  test('for a role that may not export, which gets an error page', async () => {
    const error = new DomainError('forbidden', 'Only an administrator may do this.');
    await expect(post({ require: refuse(error) })).rejects.toMatchObject({
      data: error.message,
      init: { status: 403 },
    });
  });

  test('before it is clear who asks; then the choices are there again', async () => {
    const { pathname, searchParams } = urlOfSource(
      await post({ require: refuse(unconfirmed), make: refuse(unconfirmed) }),
    );
    expect(pathname).toBe('/admin/confirm');
    const next = new URL(searchParams.get('next') ?? '', 'https://office.test');
    expect(next.pathname).toBe('/admin/exports');
    expect(Object.fromEntries(next.searchParams)).toEqual(choices);
  });

  test.each([
    ['from', new DomainError('bad-input', 'No date.', { fields: { from: 'No date.' } })],
    ['to', new DomainError('bad-input', 'No date.', { fields: { to: 'No date.' } })],
    ['order', new DomainError('bad-input', 'Too early.', { fields: { to: 'Too early.' }, reason: 'order' })],
    ['status', new DomainError('bad-input', 'None.', { reason: 'status' })],
    ['search', new DomainError('bad-input', 'It has ended.', { reason: 'search' })],
    ['too-many', new DomainError('too-many', 'Wait.')],
    ['old-page', new DomainError('forbidden', 'This page is older than your session.')],
    ['unexpected', new DomainError('bad-input', 'Other.', { reason: 'constructor' })],
    ['unexpected', new Error('mongodb://secret')],
  ])('and the page says why, with the choices kept: %s', async (problem, error) => {
    const { pathname, searchParams } = urlOfSource(await post({ make: refuse(error) }));
    expect(pathname).toBe('/admin/exports');
    expect(Object.fromEntries(searchParams)).toEqual({ ...choices, problem });
  });
});

test.each([null, '', 'constructor', 'From', '<b>Call this number</b>'])(
  'the page says nothing of a problem that is none: %j',
  (name) => {
    expect(isProblem(name)).toBe(false);
  },
);

test('a file is made of what was chosen, is not cached, and arrives as it is made', async () => {
  let made: unknown;
  const answer = await post({
    make: async (input) => {
      made = input;
      return pieces();
    },
  });
  expect(made).toEqual(choices);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="contracts-2026-01-01-to-2025-12-31.json"',
    'cache-control': 'no-store',
  });
  expect(await answer.text()).toBe('[1,2]');
});
