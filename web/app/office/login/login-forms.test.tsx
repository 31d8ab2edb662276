import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { LoginForms } from './login-forms.tsx';
import type { LoginFailure } from './read-login.ts';

type Props = React.ComponentProps<typeof LoginForms>;

const ways: Props['ways'] = { shared: true, passkey: null, singleSignOn: null };
const failure: LoginFailure = {
  way: 'email',
  email: 'robin@example.com',
  again: false,
  title: 'Login Failed',
  text: 'Invalid email or password',
  fields: { password: 'Invalid email or password' },
};

function html(more: Partial<Props> = {}): string {
  const props: Props = {
    failure: undefined,
    ended: false,
    notice: null,
    challenge: null,
    next: '/admin/contracts',
    ways,
    ...more,
  };
  const Page = createRoutesStub([{ path: '*', Component: () => <LoginForms {...props} /> }]);
  return renderToStaticMarkup(<Page initialEntries={['/admin/login']} />);
}

describe('a failed login', () => {
  test('is said in the summary, which links to the field, and at the field', () => {
    const markup = html({ failure });
    expect(markup).toContain('<a href="#email_password">Invalid email or password</a>');
    expect(markup).toMatch(/id="email_password-error">.*Invalid email or password/);
    expect(markup).toMatch(/<input[^>]*id="email_password"[^>]*aria-invalid="true"/);
  });

  test('opens the form that was used, with the email address and without the password', () => {
    const markup = html({ failure });
    expect(markup).toContain('<details class="login-other fold" open="">');
    expect(markup).toMatch(/name="email" value="robin@example.com"/);
    expect(markup).not.toMatch(/name="password" value="[^"]/);
  });

  test('marks no field of the other form', () => {
    const markup = html({
      failure: { ...failure, way: 'password', fields: { password: 'Invalid password' } },
    });
    expect(markup).toContain('<a href="#password_password">Invalid password</a>');
    expect(markup.match(/aria-invalid/g)).toHaveLength(1);
    expect(markup).toContain('<details class="login-other fold"><summary>');
  });

  test('may be sent again as it is where nothing was checked', () => {
    expect(html({ failure: { ...failure, again: true } })).toContain('>Try again</button>');
    expect(html({ failure })).not.toContain('>Try again</button>');
  });

  test('is more important than that the session had ended', () => {
    const words = 'Your session has ended';
    expect(html({ ended: true })).toContain(words);
    expect(html({ ended: true, failure })).not.toContain(words);
  });
});

describe('the ways to log in', () => {
  test('are the own account alone while the shared password is off', () => {
    const markup = html({ ways: { ...ways, shared: false } });
    expect(markup).not.toMatch(/Admin password|<details/);
    expect(markup).toContain('Email address');
  });

  test('are the provider too where there is one, which leads back', () => {
    const markup = html({ ways: { ...ways, singleSignOn: 'your work account' } });
    expect(markup).toContain(
      '<a class="button secondary" href="/admin/login/sso?next=%2Fadmin%2Fcontracts">Log in with your work account</a>',
    );
    expect(html()).not.toContain('/admin/login/sso');
  });
});
