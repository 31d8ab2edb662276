import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { useShowToast } from '../../../components/toast.tsx';
import { PasswordField } from './password-field.tsx';
import type { LoginFailure, Way } from './read-login.ts';

/** The two ways in: the one admin password, and a named account (SPEC section 2, /admin/login). */
export function LoginForms({ failure, ended }: { failure: LoginFailure | undefined; ended: boolean }) {
  const showToast = useShowToast();
  useEffect(() => {
    if (failure) showToast({ kind: 'error', title: failure.title, text: failure.text });
  }, [failure, showToast]);
  return (
    <div className="login">
      {failure ? <ErrorSummary failure={failure} /> : null}
      <h1>Back office</h1>
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
        <summary>Sign in with your own account</summary>
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
      <button type="submit" className="button" aria-disabled={busy || undefined}>
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

function ErrorSummary({ failure }: { failure: LoginFailure }) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure is announced anew, even one in the same words
  useEffect(() => summary.current?.focus(), [failure]);
  return (
    <div className="error-summary" ref={summary} tabIndex={-1} role="group" aria-labelledby="error-title">
      <h2 id="error-title">{failure.title}</h2>
      <ul>
        {(['email', 'password'] as const).map((field) =>
          failure.fields[field] ? (
            <li key={field}>
              <a href={`#${idOf(failure.way, field)}`}>{failure.fields[field]}</a>
            </li>
          ) : null,
        )}
      </ul>
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

function idOf(way: Way, field: 'email' | 'password'): string {
  return way === 'email' && field === 'password' ? 'account-password' : field;
}
