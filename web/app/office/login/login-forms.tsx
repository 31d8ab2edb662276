import { startAuthentication } from '@simplewebauthn/browser';
import type { Challenge } from 'altcha-lib/types';
import { useEffect, useMemo } from 'react';
import { Form, useNavigation, useRevalidator, useSubmit } from 'react-router';
import { singleSignOnPath } from '#web/app/office/back-office.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { PlainFields, type PlainQuestion, plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { ProofField } from '#web/app/ui/not-a-robot/robot-check.tsx';
import type { Proof } from '#web/app/ui/not-a-robot/use-proof.ts';
import { useSending } from '#web/app/ui/sending/use-sending.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { emailQuestion, passwordQuestion } from './questions.ts';
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
  useRenewal(challenge !== null);
  // A second press would count as a second attempt, and only five are allowed, so it sends once.
  const { send, proof, status } = useSending(
    { busy, post: (form) => submit(form), ask: async () => undefined },
    { needsProof: challenge !== null, challenge },
    () => {},
  );
  const form = { send, proof: challenge && proof, failure };
  return (
    <div className="login">
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => idOf(failure?.way, field)} /> : null}
      <h1>Log in</h1>
      {notice && !failure ? <p className="notice">{notice}</p> : null}
      {ended && !notice && !failure ? (
        <p className="notice warn">
          Your session has ended, to keep claimants’ data safe. Please log in to continue.
        </p>
      ) : null}
      {ways.shared ? (
        <>
          <LoginForm
            way="password"
            label="Log In"
            questions={[passwordQuestion('Admin password')]}
            {...form}
          />
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

/** A challenge counts for an hour, and the page may be left open for longer. */
const renewMs = 45 * 60_000;

function useRenewal(isNeeded: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isNeeded) return;
    const timer = window.setInterval(() => void revalidate(), renewMs);
    return () => window.clearInterval(timer);
  }, [isNeeded, revalidate]);
}

/** For a named account. */
function AccountForm({ form }: { form: Omit<LoginFormProps, 'way' | 'label' | 'questions'> }) {
  return (
    <LoginForm
      way="email"
      label="Log In with your account"
      questions={[emailQuestion, passwordQuestion('Password')]}
      {...form}
    />
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
  questions: PlainQuestion[];
}

function LoginForm({ way, label, send, proof, failure, questions }: LoginFormProps) {
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('way') === way;
  const failed = failure?.way === way ? failure : undefined;
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
      <PlainFields
        id={way}
        questions={questions}
        values={{ email: failed?.email }}
        errors={{ ...failed?.fields }}
      />
      {proof ? <ProofField proof={proof} /> : null}
      <button type="submit" className="button" aria-disabled={busy || undefined}>
        {busy ? 'Logging in…' : failed?.again ? 'Try again' : label}
      </button>
    </Form>
  );
}

/** The sentence is the link to its field, so it is not repeated. */
function toProblem({ title, fields }: LoginFailure): Problem {
  return { title, text: '', errors: { ...fields } };
}

function idOf(way: Way | undefined, field: string): string {
  return way === 'passkey' ? way : plainFieldId(way ?? '', field);
}
