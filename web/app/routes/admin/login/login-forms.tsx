import { useMemo } from 'react';
import { Form, useNavigation } from 'react-router';
import { ChevronIcon } from '../../../components/icons.tsx';
import { ErrorSummary, type Problem } from '../../../forms/error-summary.tsx';
import { PasswordField } from './password-field.tsx';
import type { LoginFailure, Way } from './read-login.ts';

/** The two ways in: the one admin password, and a named account (SPEC section 2, /admin/login). */
export function LoginForms({ failure, ended }: { failure: LoginFailure | undefined; ended: boolean }) {
  // Every answer is a new problem, and one problem stays the same object while the page is drawn again.
  const problem = useMemo(() => failure && problemOf(failure), [failure]);
  return (
    <div className="login">
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => idOf(failure?.way, field)} /> : null}
      <h1>Sign in</h1>
      {ended && !failure ? (
        <p className="notice warn">
          Your session has ended, to keep claimants’ data safe. Please sign in to go on.
        </p>
      ) : null}
      <LoginForm way="password" label="Log In">
        <PasswordField
          id="password"
          label="Admin password"
          error={errorOf(failure, 'password', 'password')}
        />
      </LoginForm>
      <details className="login-other" open={failure?.way === 'email'}>
        <summary>
          <ChevronIcon />
          Sign in with your own account
        </summary>
        <LoginForm way="email" label="Log In with your account">
          <EmailField failure={failure} />
          <PasswordField
            id="account-password"
            label="Password"
            error={errorOf(failure, 'email', 'password')}
          />
        </LoginForm>
      </details>
    </div>
  );
}

function LoginForm({ way, label, children }: { way: Way; label: string; children: React.ReactNode }) {
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('way') === way;
  return (
    <Form method="post" className="form" noValidate>
      <input type="hidden" name="way" value={way} />
      {children}
      <button
        type="submit"
        className="button"
        aria-disabled={busy || undefined}
        onClick={(event) => {
          // A second press would be a second attempt, and only five are allowed.
          if (busy) event.preventDefault();
        }}
      >
        {busy ? 'Signing in…' : label}
      </button>
    </Form>
  );
}

function EmailField({ failure }: { failure: LoginFailure | undefined }) {
  const error = errorOf(failure, 'email', 'email');
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor="email">Email address</label>
      {error ? (
        <p className="field-error" id="email-error">
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      ) : null}
      <input
        className="input width-20"
        id="email"
        name="email"
        type="email"
        maxLength={254}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={failure?.email}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'email-error' : undefined}
      />
    </div>
  );
}

function errorOf(
  failure: LoginFailure | undefined,
  way: Way,
  field: 'email' | 'password',
): string | undefined {
  return failure?.way === way ? failure.fields[field] : undefined;
}

/** The one sentence is the link to its field; it is not said twice. */
function problemOf({ title, fields }: LoginFailure): Problem {
  return { title, text: '', errors: { ...fields } };
}

function idOf(way: Way | undefined, field: string): string {
  return way === 'email' && field === 'password' ? 'account-password' : field;
}
