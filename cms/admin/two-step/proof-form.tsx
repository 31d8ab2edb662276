'use client';

import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Fault, Line } from './line.tsx';

interface ProofFormProps {
  button: string;
  asksForPassword?: boolean;
  /** The field for a code, where one is asked for. */
  code?: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
  /** Throws an Error with a sentence for the editor. */
  send: (proof: { password: string; code: string }) => Promise<void>;
  onCancel: () => void;
}

/** Asks signed-in editors to show again who they are, in a dialog. */
export function ProofForm({
  button,
  asksForPassword = true,
  code,
  children,
  send,
  onCancel,
}: ProofFormProps) {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble through the portal to the document's form.
    event.stopPropagation();
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setFault('');
    try {
      await send({ password: String(typed.get('password') ?? ''), code: String(typed.get('code') ?? '') });
    } catch (error) {
      setFault((error as Error).message);
      form.current?.querySelector('input')?.focus();
    }
    setBusy(false);
  };
  return (
    <form ref={form} onSubmit={submit} className="own-form" method="post">
      {children}
      {asksForPassword ? (
        <Line
          label="Current password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
        />
      ) : null}
      {code}
      <Fault>{fault}</Fault>
      <div className="own-form__choices">
        <button type="submit" data-primary="true" disabled={busy}>
          {button}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
