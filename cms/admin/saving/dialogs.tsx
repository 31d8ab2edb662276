'use client';

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Session, SignIn } from '../two-step/sign-in.tsx';
import { asText, type Difference } from './compare-texts.ts';

interface DialogProps {
  title: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A native dialog over the form: the browser keeps the focus in it and the form behind it stays as it is. */
export function Dialog({ title, onCancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closed before it is removed, so that the browser puts the focus back where it was.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  // Outside the page's form, because forms can't be nested.
  return createPortal(
    <dialog
      ref={dialog}
      className="saving-dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      // Keys typed here are no shortcuts of the document's form.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  );
}

export interface Choice {
  label: string;
  act: () => void;
  /** The one that loses nothing. */
  primary?: boolean;
}

interface CompareProps {
  title: string;
  explanation: string;
  theirsTitle: string;
  /** Otherwise it is called "My text", and can be copied. */
  mineTitle?: string;
  differences: Difference[];
  choices: Choice[];
  onCancel: () => void;
}

/** Shows two texts side by side, field by field, with the choices. */
export function CompareDialog(props: CompareProps) {
  const { title, explanation, theirsTitle, mineTitle, differences, choices, onCancel } = props;
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(asText(differences)).then(
      () => setCopied('Your text is copied.'),
      () => setCopied('The browser did not allow it. Mark your text and copy it by hand.'),
    );
  };
  return (
    <Dialog title={title} onCancel={onCancel}>
      <p>{explanation}</p>
      <div className="saving-dialog__texts">
        {differences.map(({ name, label, mine, theirs }) => (
          <section key={name} aria-label={label}>
            <h3>{label}</h3>
            <div className="saving-dialog__pair">
              <div>
                <h4>{theirsTitle}</h4>
                <pre>{theirs || '(empty)'}</pre>
              </div>
              <div>
                <h4>{mineTitle ?? 'My text'}</h4>
                <pre>{mine || '(empty)'}</pre>
              </div>
            </div>
          </section>
        ))}
        {differences.length === 0 ? <p>Both texts are the same.</p> : null}
      </div>
      <p role="status">{copied}</p>
      <div className="saving-dialog__choices">
        {choices.map(({ label, act, primary }) => (
          <button key={label} type="button" onClick={act} data-primary={primary}>
            {label}
          </button>
        ))}
        {mineTitle ? null : (
          <button type="button" onClick={copy}>
            Copy my text
          </button>
        )}
      </div>
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  explanation: string;
  confirm: string;
  onDone: (confirmed: boolean) => void;
}

/** Asks before removing something that other pages depend on; the safe button comes first. */
export function ConfirmDialog({ title, explanation, confirm, onDone }: ConfirmProps) {
  return (
    <Dialog title={title} onCancel={() => onDone(false)}>
      <p>{explanation}</p>
      <div className="saving-dialog__choices">
        <button type="button" data-primary="true" onClick={() => onDone(false)}>
          Leave it
        </button>
        <button type="button" onClick={() => onDone(true)}>
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}

interface SignInProps {
  email: string;
  /** Whether a save waits for it. */
  saves: boolean;
  onDone: (session: Session | null) => void;
}

/** Asks for the password over the form, so that nothing typed is lost when a session has ended. */
export function SignInDialog({ email, saves, onDone }: SignInProps) {
  return (
    <Dialog title="Please sign in again" onCancel={() => onDone(null)}>
      <p>
        {saves
          ? 'You were signed out. Your text is still here and will be saved once you sign in.'
          : 'You were signed out. What you typed is still here, and you can continue once you sign in.'}
      </p>
      <SignIn
        email={email}
        button={saves ? 'Sign in and save' : 'Sign in'}
        choices={
          <button type="button" onClick={() => onDone(null)}>
            Not now
          </button>
        }
        onDone={onDone}
      />
    </Dialog>
  );
}
