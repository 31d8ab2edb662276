import { startAuthentication } from '@simplewebauthn/browser';
import type { Challenge } from 'altcha-lib/types';
import { useMemo } from 'react';
import { Form, useNavigation, useRevalidator, useSubmit } from 'react-router';
import { singleSignOnPath } from '#web/app/office/back-office.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { ProofField } from '#web/app/ui/not-a-robot/robot-check.tsx';
import type { Proof } from '#web/app/ui/not-a-robot/use-proof.ts';
import { useSending } from '#web/app/ui/sending/use-sending.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import type { LoginFailure, Way } from './read-login.ts';

interface LoginFormsProps {
  failure: LoginFailure | undefined;
  /** Whether the browser's earlier session has ended. */
  ended: boolean;
  /** The notice that the previous page left. */
  notice: string | null;
  /** A proof-of-work challenge while many sign-ins fail; otherwise null. */
  challenge: Challenge | null;
  /** Where to go afterwards. */
  next: string;
  /** The ways besides a named account. */
  ways: Outputs['staff']['ways'];
}

/** The ways to sign in: with a named account, and with the shared admin password while that is on. */
export function LoginForms({ failure, ended, notice, challenge, ways, next }: LoginFormsProps) {
  // Each response is a new problem object, kept across renders.
  const problem = useMemo(() => failure && toProblem(failure), [failure]);
  const busy = useNavigation().state !== 'idle';
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  // A second press would count as a second attempt, and only five are allowed, so it sends once.
  const { send, proof, status } = useSending(
    { busy, post: (form) => submit(form), renew: revalidate },
    challenge,
    () => {},
  );
  const form = { send, proof: challenge && proof, failure };
  return (
    <div className="login">
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => idOf(failure?.way, field)} /> : null}
      <h1>Log in</h1>
      {notice && !failure ? <p className="notice">{notice}</p> : null}
      {ended && !failure ? (
        <p className="notice warn">
          Your session has ended, to keep claimants’ data safe. Please log in to continue.
        </p>
      ) : null}
      {ways.shared ? (
        <>
          <LoginForm way="password" label="Log In" {...form}>
            <PasswordField
              id="password"
              label="Admin password"
              error={errorOf(failure, 'password', 'password')}
            />
          </LoginForm>
          <details className="login-other fold" open={failure?.way === 'email'}>
            <summary>Log in with your own account</summary>
            <AccountForm form={form} />
          </details>
        </>
      ) : (
        <AccountForm form={form} />
      )}
      {ways.passkey ? <PasskeyForm options={ways.passkey} /> : null}
      {ways.singleSignOn ? (
        <p>
          <a className="button secondary" href={singleSignOnPath(next)}>
            Log in with {ways.singleSignOn}
          </a>
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </div>
  );
}

/** For a named account. */
function AccountForm({ form }: { form: Omit<LoginFormProps, 'way' | 'label' | 'children'> }) {
  return (
    <LoginForm way="email" label="Log In with your account" {...form}>
      <EmailField failure={form.failure} />
      <PasswordField
        id="account-password"
        label="Password"
        error={errorOf(form.failure, 'email', 'password')}
      />
    </LoginForm>
  );
}

/** For a named account that has a passkey: no password, and no code. */
function PasskeyForm({ options }: { options: NonNullable<LoginFormsProps['ways']['passkey']> }) {
  const submit = useSubmit();
  return (
    <Form method="post">
      <input type="hidden" name="way" value="passkey" />
      <PasskeyButton
        label="Log in with a passkey"
        ask={() => startAuthentication({ optionsJSON: options })}
        send={(form) => void submit(form)}
      />
    </Form>
  );
}

interface LoginFormProps {
  way: Way;
  label: string;
  send: (form: HTMLFormElement) => Promise<void>;
  proof: Proof | null;
  failure: LoginFailure | undefined;
  children: React.ReactNode;
}

function LoginForm({ way, label, send, proof, failure, children }: LoginFormProps) {
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('way') === way;
  const again = failure?.way === way && failure.again;
  return (
    <Form
      method="post"
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <input type="hidden" name="way" value={way} />
      {children}
      {proof ? <ProofField proof={proof} /> : null}
      <button type="submit" className="button" aria-disabled={busy || undefined}>
        {busy ? 'Logging in…' : again ? 'Try again' : label}
      </button>
    </Form>
  );
}

function EmailField({ failure }: { failure: LoginFailure | undefined }) {
  const error = errorOf(failure, 'email', 'email');
  return (
    <Field id="email" label="Email address" error={error}>
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
        aria-describedby={describedBy('email', { hint: false, error: Boolean(error) })}
      />
    </Field>
  );
}

function errorOf(
  failure: LoginFailure | undefined,
  way: Way,
  field: 'email' | 'password',
): string | undefined {
  return failure?.way === way ? failure.fields[field] : undefined;
}

/** The sentence is the link to its field, so it is not repeated. */
function toProblem({ title, fields }: LoginFailure): Problem {
  return { title, text: '', errors: { ...fields } };
}

function idOf(way: Way | undefined, field: string): string {
  return way === 'email' && field === 'password' ? 'account-password' : field;
}
