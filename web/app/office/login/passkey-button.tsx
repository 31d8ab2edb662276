import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useRef, useState } from 'react';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';

interface Props {
  label: string;
  /** Asks the browser. @returns its answer, ready for JSON. */
  ask(): Promise<unknown>;
  /** Without it, the form posts natively. */
  send?: (form: HTMLFormElement) => void;
}

/** Asks the browser for a passkey, then sends its answer with the form that the button is in. Appears with script. */
export function PasskeyButton({ label, ask, send = (form) => form.submit() }: Props) {
  const answer = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!(useHydrated() && browserSupportsWebAuthn())) return null;

  async function press() {
    const { current: field } = answer;
    if (waiting || !field?.form?.reportValidity()) return;
    setFailed(false);
    setWaiting(true);
    try {
      field.value = JSON.stringify(await ask());
      send(field.form);
    } catch {
      setFailed(true);
    } finally {
      setWaiting(false);
    }
  }

  return (
    <>
      <input ref={answer} type="hidden" name="answer" />
      <button
        type="button"
        id="passkey"
        className="button secondary"
        aria-disabled={waiting || undefined}
        onClick={() => void press()}
      >
        {label}
      </button>
      <p role="status" className={failed ? 'notice warn' : undefined}>
        {failed ? 'Your device did not give a passkey. Try again, or use another way.' : ''}
      </p>
    </>
  );
}
