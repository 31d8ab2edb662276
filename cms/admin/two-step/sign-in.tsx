'use client';

import type { ClientUser } from 'payload';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { askCms, CmsRefusal } from '../ask-cms.ts';
import { CodeLine, Fault, Line } from './line.tsx';
import { RecoveryCodes, type Setup, SetupSteps } from './setup.tsx';

/** The response to signing in, renewing a session and asking who is signed in. */
export interface Session {
  user: ClientUser | null;
  /** Milliseconds since 1970. */
  endsAt?: number;
}

interface SignInProps {
  /** Of the account that has to sign in again; undefined for anybody. */
  email?: string;
  button: string;
  /** Beside the button. */
  choices?: ReactNode;
  onDone: (session: Session) => void;
}

/** What a right password leads to where it is not enough. */
type Missing = { reason: 'code' } | { reason: 'set-up'; setup: Setup };

/** Asks for the password, then for a code or the set-up of two-step sign-in where the account needs them. */
export function SignIn({ email: known, button, choices, onDone }: SignInProps) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<Missing>();
  const [opened, setOpened] = useState<Session & { recoveryCodes: string[] }>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const step = missing?.reason;
  // The field that was filled in is gone.
  useEffect(() => {
    if (step) first.current?.focus();
  }, [step]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through the portal of a dialog to the document's form.
    event.stopPropagation();
    setBusy(true);
    setFault('');
    try {
      const answer = await askCms<Session & { recoveryCodes?: string[] }>('users/login', 'POST', {
        email,
        password,
        ...(missing ? { code } : {}),
      });
      const { recoveryCodes } = answer;
      if (recoveryCodes) setOpened({ ...answer, recoveryCodes });
      else onDone(answer);
    } catch (error) {
      const next = missingIn(error);
      setMissing(next ?? missing);
      setCode('');
      setFault(next ? '' : (error as Error).message);
      first.current?.focus();
    }
    setBusy(false);
  };
  const startAgain = () => {
    setMissing(undefined);
    setPassword('');
    setFault('');
  };

  if (opened) return <RecoveryCodes codes={opened.recoveryCodes} onContinue={() => onDone(opened)} />;
  const code_ = {
    ref: first,
    value: code,
    onChange: ({ target }: { target: HTMLInputElement }) => setCode(target.value),
  };
  return (
    <form onSubmit={submit} className="own-form" method="post">
      {known || missing ? (
        <p>
          {known ? 'Signed in as' : 'Account:'} <strong>{email}</strong>
        </p>
      ) : (
        <Line
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      {missing ? null : (
        <Line
          ref={first}
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {missing?.reason === 'set-up' ? (
        <>
          <p>Your account must have two-step login. Set it up to continue.</p>
          <SetupSteps setup={missing.setup} />
        </>
      ) : null}
      {missing ? <CodeLine mayRecover={missing.reason === 'code'} {...code_} /> : null}
      <Fault>{fault}</Fault>
      <div className="own-form__choices">
        <button type="submit" data-primary="true" disabled={busy}>
          {button}
        </button>
        {missing ? (
          <button type="button" onClick={startAgain}>
            Start again
          </button>
        ) : null}
        {choices}
      </div>
    </form>
  );
}

function missingIn(error: unknown): Missing | undefined {
  if (!(error instanceof CmsRefusal)) return undefined;
  const { reason, setup } = error.answer;
  if (reason === 'code') return { reason };
  return reason === 'set-up' ? { reason, setup: setup as Setup } : undefined;
}
