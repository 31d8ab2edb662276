import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { presentForm } from '#web/app/office/open-form.server.ts';
import { makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import Account from './account.tsx';
import TwoStep from './two-step.tsx';

type Own = React.ComponentProps<typeof Account>['loaderData']['account'];
type Setup = React.ComponentProps<typeof TwoStep>['loaderData']['setup'];

const account: Own = {
  name: 'Robin Example',
  email: 'robin@example.com',
  role: 'reviewer',
  hasPassword: true,
  twoStep: false,
  hasBegunTwoStep: false,
  recoveryCodes: 0,
  passkeys: [],
  canHavePasskeys: true,
  calendarMadeAt: null,
  dueMail: true,
  mustSetUpTwoStep: false,
};

function html(Component: React.ComponentType<never>, loaded: object): string {
  const Page = createRoutesStub([
    { id: 'page', path: '/', Component: Component as unknown as React.ComponentType },
  ]);
  const queries = new QueryClient();
  return renderToStaticMarkup(
    <trpc.Provider client={makeTrpcClient()} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider initial={null}>
          <Page initialEntries={['/']} hydrationData={{ loaderData: { page: loaded } }} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

describe('the page of one’s own account', () => {
  const shown = (more: Partial<Own> = {}) =>
    html(Account, { account: { ...account, ...more }, form: presentForm('new-password') });

  test('has no settings for the shared password', () => {
    expect(shown({ email: null })).toContain('Ask an administrator for an account with your name.');
    expect(shown({ email: null })).not.toMatch(/<form|passkey|two-step|calendar|mail\b/i);
  });

  test('has no password to change for those who log in at the provider', () => {
    expect(shown({ hasPassword: false })).toContain('You log in without a password of the back office.');
    expect(shown({ hasPassword: false })).not.toMatch(/Change password|two-step/i);
  });

  test('offers an address for the calendar, and says since when there is one, which can be ended', () => {
    expect(shown()).toContain('Make an address');
    expect(shown()).not.toContain('End the address');
    const markup = shown({ calendarMadeAt: '2026-11-30T15:00:00.000Z' });
    expect(markup).toContain('was made on November 30, 2026');
    expect(markup).toContain('End the address');
  });

  test('says whether the morning mail comes, and turns it off and on', () => {
    expect(shown()).toContain('Turn off the morning mail');
    expect(shown({ dueMail: false })).toContain('Turn on the morning mail');
  });

  test('asks for both passwords in the words that password managers know', () => {
    for (const word of ['current-password', 'new-password'])
      expect(shown()).toMatch(new RegExp(`<input[^>]*type="password"[^>]*autoComplete="${word}"`, 'i'));
  });

  test.each([
    [{ twoStep: true, recoveryCodes: 1 }, 'You have 1 recovery code left.', 'Turn off two-step login'],
    [{ twoStep: true, recoveryCodes: 9 }, 'You have 9 recovery codes left.', 'Turn off two-step login'],
    [{}, 'Turn it on to be asked for a code from your phone', 'Turn on two-step login'],
  ])('leads to where two-step login is turned on or off: %j', (more, words, link) => {
    expect(shown(more)).toContain(words);
    expect(shown(more)).toMatch(new RegExp(`href="/admin/account/two-step"[^>]*>${link}</a>`));
  });
});

describe('the page of two-step login', () => {
  const shown = (more: Partial<Own> = {}, setup: Setup = null) => {
    const question = more.twoStep ? 'password-and-code' : 'password';
    const form = presentForm(setup ? 'two-step-code' : question);
    return html(TwoStep, { account: { ...account, ...more }, setup, form });
  };

  test.each([{ email: null }, { hasPassword: false }])(
    'asks those for nothing who have no password: %j',
    (more) => {
      expect(shown(more)).not.toContain('<form');
    },
  );

  test.each([
    [{}, 'Turn on two-step login'],
    [{ twoStep: true, recoveryCodes: 9 }, 'Turn off two-step login'],
  ])('asks for the password first, and for a code where one is needed: %j', (more, button) => {
    expect(shown(more)).toMatch(
      /<input[^>]*type="password"[^>]*name="password"|name="password"[^>]*type="password"/,
    );
    expect(shown(more).includes('one-time-code')).toBe('twoStep' in more);
    expect(shown(more)).toContain(`${button}</button>`);
  });

  test('asks for a code of the app while it is set up', () => {
    const markup = shown({ hasBegunTwoStep: true }, { uri: 'otpauth://totp/x', secret: 'ABCDEFGH' });
    expect(markup).toContain('ABCD EFGH');
    expect(markup).toMatch(/name="code"/);
    expect(markup).not.toContain('type="password"');
  });
});
