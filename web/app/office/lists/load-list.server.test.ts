import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { readDirectoryFilter } from './list-filter.ts';
import { loadFilteredList, searchList } from './load-list.server.ts';

const refuse = (error: Error) => () => Promise.reject(error);

interface Visit {
  form?: Record<string, string>;
  requireForm?: () => Promise<void>;
}

/** A request for a list. The procedures, which need a database, only note what they are asked. */
function visit(path: string, { form, requireForm = async () => {} }: Visit = {}) {
  const searched: unknown[] = [];
  const search = async (input: unknown) => {
    searched.push(input);
    return { id: 'kTf3' };
  };
  const url = new URL(path, 'https://office.test');
  const api = { staff: { requireForm }, lists: { search } };
  const site = { api, cookies: new CookieJar(undefined, false), posted: form !== undefined };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, form && { method: 'POST', body: new URLSearchParams(form) });
  return { page: { request, url, context }, searched };
}

describe('a list', () => {
  test('leads to the login where nobody is signed in', async () => {
    const { page } = visit('/admin/contracts');
    const answer = loadFilteredList(page, refuse(new DomainError('signed-out', 'Log in first.')));
    await expect(answer).rejects.toMatchObject({ status: 302 });
  });

  test('says what is wrong with its filter, and keeps the filter', async () => {
    const sentence = 'Enter each day as a date, such as 11/22/2026.';
    const { page } = visit('/admin/contracts?from=2026-02-30&sort=oldest');
    const loaded = await loadFilteredList(
      page,
      refuse(new DomainError('bad-input', sentence, { reason: 'from' })),
    );
    expect(loaded).toMatchObject({
      filter: { from: '2026-02-30', sort: 'oldest' },
      queries: { queries: [] },
      problem: sentence,
    });
  });

  test.each([
    ['a place in it that does not exist', new DomainError('bad-input', 'This is no cursor.')],
    ['an unforeseen failure', new Error('mongodb://secret')],
  ])('has no sentence about %s', async (_what, error) => {
    const { page } = visit('/admin/contracts?cursor=nonsense');
    expect(await loadFilteredList(page, refuse(error))).toMatchObject({
      cursor: 'nonsense',
      queries: { queries: [] },
      problem: '',
    });
  });

  test('is read with its filter and from its place', async () => {
    const { page } = visit('/admin/contracts?status=pending&cursor=17-a&other=x');
    const asked: object[] = [];
    const loaded = await loadFilteredList(page, async (_api, request) => void asked.push(request));
    expect(asked).toEqual([{ status: 'pending', cursor: '17-a' }]);
    expect(loaded).toMatchObject({ filter: { status: 'pending' }, cursor: '17-a', problem: '' });
    expect(Date.parse(loaded.readAt)).toBeLessThanOrEqual(Date.now());
  });
});

describe('a search', () => {
  test('is not begun by a form of another session, which is said in a sentence', async () => {
    const requireForm = refuse(new DomainError('forbidden', 'This page is older than your session.'));
    const { page, searched } = visit('/admin/contracts', { form: { query: 'Canaria' }, requireForm });
    expect(await searchList(page, '/admin/contracts')).toMatchObject({
      data: 'This page is older than your session.',
      init: { status: 403 },
    });
    expect(searched).toEqual([]);
  });

  test('leads to an address that does not say whom it is for', async () => {
    const form = { query: ' Canaria Testwright ', status: 'pending', search: 'before' };
    const { page, searched } = visit('/admin/dashboard', { form });
    const answer = await searchList(page, '/admin/dashboard#clients');
    expect(answer).toMatchObject({ status: 303 });
    expect((answer as Response).headers.get('location')).toBe(
      '/admin/dashboard?status=pending&search=kTf3#clients',
    );
    expect(searched).toEqual([{ query: 'Canaria Testwright' }]);
  });

  test('for nothing shows the list as it was before the search', async () => {
    const { page, searched } = visit('/admin/attorneys', {
      form: { query: '  ', state: 'NJ', search: 'before' },
    });
    const answer = await searchList(page, '/admin/attorneys', readDirectoryFilter);
    expect((answer as Response).headers.get('location')).toBe('/admin/attorneys?state=NJ');
    expect(searched).toEqual([]);
  });

  test('is for a hundred characters at most', async () => {
    const { page, searched } = visit('/admin/contracts', { form: { query: 'x'.repeat(101) } });
    await searchList(page, '/admin/contracts');
    expect(searched).toEqual([{ query: 'x'.repeat(100) }]);
  });
});
