import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import {
  actForStaff,
  choiceIn,
  forStaff,
  loadListForStaff,
  redirectWithNotice,
  takeNotice,
} from './staff-request.server.ts';

const signedOut = new DomainError('signed-out', 'Log in first.');
const unconfirmed = new DomainError('forbidden', 'First confirm that it is you.', { reason: 'confirm' });
const refuse = (error: Error) => () => Promise.reject(error);

interface Visit {
  form?: Record<string, string>;
  cookie?: string;
  /** Refuses the token of a form. */
  requireForm?: (input: { token: string }) => Promise<void>;
}

/** A request for a page of the back office. Of the procedures, which need a database, only that of the token is there. */
function visit(path: string, { form, cookie, requireForm = async () => {} }: Visit = {}) {
  const url = new URL(path, 'https://office.test');
  const cookies = new CookieJar(cookie, false);
  const site = { api: { staff: { requireForm } }, cookies, posted: form !== undefined };
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

describe('a list that cannot be read', () => {
  test('leads to the login where nobody is signed in', async () => {
    const { page } = visit('/admin/mail');
    expect(await redirectOf(loadListForStaff(page, refuse(signedOut)))).toMatch(/^\/admin\/login/);
  });

  test('is left out of its page, which stays', async () => {
    const { page } = visit('/admin/mail?cursor=17-a');
    const loaded = await loadListForStaff(page, refuse(new Error('damaged')));
    expect(loaded).toEqual({ cursor: '17-a', page: null });
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
      async (site) => redirectWithNotice(site, '/admin/mail', 'mail-retried'),
      unreachable,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/mail']);
    expect([takeNotice({ cookies }), takeNotice({ cookies })]).toEqual(['mail-retried', null]);
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
