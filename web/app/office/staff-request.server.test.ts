import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { getQueryKey } from '@trpc/react-query';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { trpc } from '#web/app/trpc.ts';
import {
  actForStaff,
  choiceIn,
  forStaff,
  orNull,
  prefetch,
  redirectWithNotice,
  takeNotice,
} from './staff-request.server.ts';

const signedOut = new DomainError('signed-out', 'Log in first.');
const unconfirmed = new DomainError('forbidden', 'First confirm that it is you.', { reason: 'confirm' });
const refuse = (error: Error) => () => Promise.reject(error);

interface Visit {
  form?: Record<string, string>;
  cookie?: string;
  /** Procedures. */
  api?: object;
  /** Refuses the token of a form. */
  requireForm?: (input: { token: string }) => Promise<void>;
}

/** A request for a page of the back office. Of the procedures, which need a database, only that of the token is there. */
function visit(path: string, { form, cookie, api, requireForm = async () => {} }: Visit = {}) {
  const url = new URL(path, 'https://office.test');
  const cookies = new CookieJar(cookie, false);
  const site = { api: { staff: { requireForm }, ...api }, cookies, posted: form !== undefined };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, form && { method: 'POST', body: new URLSearchParams(form) });
  return { page: { request, url, context }, cookies };
}

/** @returns what a loader or an action throws instead of an answer. */
const thrownBy = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => expect.unreachable('It answered.'),
    (thrown: unknown) => thrown,
  );

/** @returns where the browser is sent. */
async function redirectOf(answer: Promise<unknown>): Promise<string | null> {
  const thrown = await thrownBy(answer);
  return thrown instanceof Response ? thrown.headers.get('location') : null;
}

describe('a page of the back office', () => {
  test('leads whoever is not signed in to the login, and back to where they wanted to go', async () => {
    const { page } = visit('/admin/contracts?sort=oldest');
    expect(await redirectOf(forStaff(page, refuse(signedOut)))).toBe(
      '/admin/login?next=%2Fadmin%2Fcontracts%3Fsort%3Doldest',
    );
  });

  test('says that the session has ended to a browser that had one', async () => {
    const { page } = visit('/admin/contracts', { cookie: 'admin=old' });
    expect(await redirectOf(forStaff(page, refuse(signedOut)))).toBe(
      '/admin/login?next=%2Fadmin%2Fcontracts&ended=idle',
    );
  });

  test('asks who it is before it opens what a session alone is not enough for, and leads back', async () => {
    const { page } = visit('/admin/exports?kind=contracts');
    expect(await redirectOf(forStaff(page, refuse(unconfirmed)))).toBe(
      '/admin/confirm?next=%2Fadmin%2Fexports%3Fkind%3Dcontracts',
    );
  });

  test('leads to where two-step sign-in is set up whoever must have it, also from parts that a page could do without', async () => {
    const missing = new DomainError('forbidden', 'First set it up.', { reason: 'two-step' });
    const { page } = visit('/admin/dashboard');
    expect(await redirectOf(forStaff(page, refuse(missing)))).toBe('/admin/account/two-step');
    expect(await redirectOf(prefetch(page, () => [orNull(refuse(missing)())]))).toBe(
      '/admin/account/two-step',
    );
  });

  test.each([
    [new DomainError('forbidden', 'Only an administrator may do this.'), 403],
    [new DomainError('not-found', 'There is nothing at this address.'), 404],
  ])('that is refused says so in the words of the refusal: %s', async (error, status) => {
    const { page } = visit('/admin/staff');
    expect(await thrownBy(forStaff(page, refuse(error)))).toMatchObject({
      data: error.message,
      init: { status },
    });
  });

  test('that fails hands on the failure, for the log', async () => {
    const failure = new TypeError('broken');
    expect(await thrownBy(forStaff(visit('/admin/staff').page, refuse(failure)))).toBe(failure);
  });
});

describe('what a page reads before it is shown', () => {
  /** @returns what the hooks of a page find, by their keys. */
  async function found(read: Parameters<typeof prefetch>[1], api: object = {}) {
    const { queries } = await prefetch(visit('/admin/mail', { api }).page, read);
    return queries.queries.map(({ queryKey, state }) => [queryKey, state.data]);
  }

  test('leads to the login where nobody is signed in, also where the page could do without', async () => {
    const { page } = visit('/admin/mail');
    for (const read of [refuse(signedOut)(), orNull(refuse(signedOut)())])
      expect(await redirectOf(prefetch(page, () => [read]))).toMatch(/^\/admin\/login/);
  });

  test('is not found for a malformed id, which is that of nothing', async () => {
    const malformed = refuse(
      new DomainError('bad-input', 'Some of what was sent is not in the form we expect.'),
    );
    const { page } = visit('/admin/client/x');
    expect(await thrownBy(prefetch(page, () => [malformed()]))).toMatchObject({ init: { status: 404 } });
  });

  test('is where the hooks of the page look for it', async () => {
    const mail = { rows: [], next: null };
    const failedEmails = { list: async () => mail, count: async () => 3 };
    const reads = await found(({ failedEmails: { list, count } }) => [list({ cursor: '17-a' }), count()], {
      failedEmails,
    });
    expect(reads).toEqual([
      [getQueryKey(trpc.failedEmails.list, { cursor: '17-a' } as never, 'query'), mail],
      [getQueryKey(trpc.failedEmails.count, undefined, 'query'), 3],
    ]);
  });

  test('leaves out what failed and the page can do without', async () => {
    const failedEmails = { list: refuse(new Error('damaged')), count: async () => 3 };
    const reads = await found(({ failedEmails: { list, count } }) => [orNull(list({})), count()], {
      failedEmails,
    });
    expect(reads.map(([, data]) => data)).toEqual([3]);
  });
});

describe('a form of the back office', () => {
  const form = { token: 'x'.repeat(5_000), reason: 'Typed here' };
  const unreachable = () => expect.unreachable('It was changed.');

  test('of another session changes nothing, and keeps what was typed', async () => {
    let seen = '';
    const { page } = visit('/admin/mail', {
      form,
      requireForm: ({ token }) => {
        seen = token;
        return Promise.reject(new DomainError('forbidden', 'This page is older than your session.'));
      },
    });
    const answer = actForStaff(page, unreachable, (error, posted) => [error, posted.get('reason')]);
    expect(await answer).toEqual([expect.objectContaining({ code: 'forbidden' }), 'Typed here']);
    expect(seen).toHaveLength(300);
  });

  test('leads to the login where the session has ended', async () => {
    const { page } = visit('/admin/mail', { form });
    expect(await redirectOf(actForStaff(page, refuse(signedOut), unreachable))).toMatch(/^\/admin\/login/);
  });

  test('that needs a confirmation is answered in place, because a link cannot repeat it', async () => {
    const { page } = visit('/admin/mail', { form });
    const answer = actForStaff(page, refuse(unconfirmed), (error) => error);
    expect(await answer).toBe(unconfirmed);
    // The loaders that run after the action must not leave the page either.
    const { page: reloaded } = visit('/admin/mail', { form });
    expect(await thrownBy(forStaff(reloaded, refuse(unconfirmed)))).toMatchObject({ init: { status: 403 } });
  });

  test('leads to the next page, which shows its notice once', async () => {
    const { page, cookies } = visit('/admin/mail', { form });
    const answer = await actForStaff(
      page,
      async (site) => redirectWithNotice(site, '/admin/mail', 'document-added'),
      unreachable,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/mail']);
    expect([takeNotice({ cookies }), takeNotice({ cookies })]).toEqual(['document-added', null]);
  });
});

test('a notice that is none of ours is not shown', () => {
  const { cookies } = visit('/admin/mail', { cookie: 'admin-notice=Your+PIN,+please' });
  expect(takeNotice({ cookies })).toBeNull();
});

test.each([
  ['letter', 'letter'],
  ['constructor', undefined],
  ['', undefined],
  [null, undefined],
])('a posted choice is one of those that there are: %j', (posted, choice) => {
  expect(choiceIn({ letter: 'By letter', 'their portal': 'On their website' }, posted)).toBe(choice);
});
