import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import Account, { action } from './account.tsx';

type Loaded = React.ComponentProps<typeof Account>['loaderData'];

const [password, next] = ['four words in a row', 'nine lantern kettle orchard'];

/** Posts a form of the page. What it does needs a database; here it is noted, or refused as a test says. */
async function post(fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
  };
  const staff = {
    requireForm: async () => {},
    changePassword: note('changePassword'),
    beginTwoStep: note('beginTwoStep'),
    endTwoStep: note('endTwoStep'),
  };
  const url = new URL('https://office.test/admin/account');
  const cookies = new CookieJar(undefined, false);
  const context = new RouterContextProvider();
  context.set(siteContext, { api: { staff }, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await action({ request, url, context, params: {}, pattern: '/admin/account' });
  return { answer, done, cookies };
}

describe('one’s own account is not changed', () => {
  test.each([
    ['password', { password: 'Enter your password', next: 'Enter the new password' }],
    ['begin', { password: 'Enter your password' }],
    ['end', { password: 'Enter your password' }],
  ])('without what the form asks for: %s', async (verb, errors) => {
    const { answer, done } = await post({ do: verb });
    expect(answer).toMatchObject({ data: { verb, problem: { errors } }, init: { status: 400 } });
    expect(done).toEqual([]);
  });

  test('by a form that there is not', async () => {
    const { answer, done } = await post({ do: 'delete', password });
    expect((answer as Response).headers.get('location')).toBe('/admin/account');
    expect(done).toEqual([]);
  });

  test('with a wrong password, which is said at the form that was used', async () => {
    const fields = { password: 'Invalid password' };
    const refusal = new DomainError('bad-input', 'Invalid password', { fields });
    const { answer } = await post({ do: 'begin', password }, refusal);
    expect(answer).toMatchObject({
      data: { verb: 'begin', problem: { errors: fields } },
      init: { status: 400 },
    });
    expect(JSON.stringify(answer)).not.toContain(password);
  });

  test('where that is refused as a whole', async () => {
    const refusal = new DomainError('conflict', 'Two-step login is on already.');
    expect((await post({ do: 'begin', password }, refusal)).answer).toMatchObject({
      data: { problem: { title: 'Nothing was changed', text: refusal.message, errors: {} } },
      init: { status: 409 },
    });
  });
});

test.each([
  ['password', ['changePassword', { password, next }], '/admin/account', 'password-changed'],
  ['begin', ['beginTwoStep', { password }], '/admin/account/two-step', null],
  ['end', ['endTwoStep', { password }], '/admin/account', 'two-step-off'],
] as const)('one’s own account is changed: %s', async (verb, call, path, notice) => {
  const { answer, done, cookies } = await post({ do: verb, password, next });
  expect(done).toEqual([call]);
  expect((answer as Response).headers.get('location')).toBe(path);
  expect(takeNotice({ cookies })).toBe(notice);
});

describe('the page of one’s own account', () => {
  const account: Loaded = {
    name: 'Robin Example',
    email: 'robin@example.com',
    role: 'reviewer',
    hasPassword: true,
    twoStep: false,
    recoveryCodes: 0,
    passkeys: [],
    canHavePasskeys: true,
  };

  function html(more: Partial<Loaded> = {}): string {
    const Page = createRoutesStub([{ id: 'page', path: '/admin/account', Component: Account }]);
    const loaderData = { page: { ...account, ...more } };
    return renderToStaticMarkup(
      <ToastProvider initial={null}>
        <Page initialEntries={['/admin/account']} hydrationData={{ loaderData }} />
      </ToastProvider>,
    );
  }

  test('has no settings for the shared password', () => {
    const markup = html({ email: null });
    expect(markup).toContain('Ask an administrator for an account with your name.');
    expect(markup).not.toMatch(/<form|passkey/i);
  });

  test('has no password to change for those who log in at the provider', () => {
    const markup = html({ hasPassword: false });
    expect(markup).toContain('You log in without a password of the back office.');
    expect(markup).not.toContain('Change password');
  });

  test.each([
    [{ twoStep: true, recoveryCodes: 1 }, 'You have 1 recovery code left.', 'end'],
    [{ twoStep: true, recoveryCodes: 9 }, 'You have 9 recovery codes left.', 'end'],
    [{}, 'Turn it on to be asked for a code from your phone', 'begin'],
  ])('offers to turn two-step login on or off: %j', (more, words, verb) => {
    expect(html(more)).toContain(words);
    expect([...html(more).matchAll(/<button[^>]*value="(begin|end)"/g)].map(([, each]) => each)).toEqual([
      verb,
    ]);
  });
});
