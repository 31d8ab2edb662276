import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { notices } from '#web/app/office/notices.ts';
import Login from './login.tsx';

type Props = React.ComponentProps<typeof Login>;

function html(more: Partial<Props['loaderData']> = {}, answer?: Props['actionData']): string {
  const loaded: Props['loaderData'] = {
    next: '/admin/dashboard',
    ended: false,
    notice: null,
    challenge: null,
    ways: { shared: true, passkey: null, singleSignOn: null },
    ...more,
  };
  const Page = createRoutesStub([{ id: 'page', path: '/admin/login', Component: Login }]);
  const hydrationData = { loaderData: { page: loaded }, ...(answer && { actionData: { page: answer } }) };
  return renderToStaticMarkup(<Page initialEntries={['/admin/login']} hydrationData={hydrationData} />);
}

test('without a script, a failed login says why, keeps the email address and no password', () => {
  const text = 'Invalid email or password';
  const failure = { way: 'email', email: 'nobody@example.com', again: false, title: 'Login Failed' } as const;
  const markup = html({}, { ...failure, text, fields: { password: text } });
  expect(markup).toContain('<title>Error: Log in | Back office</title>');
  expect(markup).toMatch(/<section class="error-summary" aria-label="Login Failed"[^>]*>.*Invalid email/);
  expect(markup).toMatch(/name="email" value="nobody@example.com"/);
  expect(markup).not.toMatch(/name="password" value="[^"]/);
});

test('a login that has not failed shows what the page before it said', () => {
  const { text } = notices['signed-out-everywhere'];
  const markup = html({ notice: text });
  expect(markup).toContain(`<p class="notice">${text}</p>`);
  expect(markup).toContain('<title>Log in | Back office</title>');
});

test('a login after Log Out never says that the session ended by itself', () => {
  const { text } = notices['signed-out'];
  expect(html({ ended: true })).toContain('Your session has ended');
  expect(html({ ended: true, notice: text })).not.toContain('Your session has ended');
  expect(html({ ended: true, notice: text })).toContain(`<p class="notice">${text}</p>`);
});
