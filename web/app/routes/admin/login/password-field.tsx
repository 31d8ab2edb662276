import { useState } from 'react';
import { useHydrated } from '#web/app/forms/hydrated.ts';

interface PasswordFieldProps {
  id: string;
  label: string;
  error: string | undefined;
}

/** A password that can be shown while it is typed. The button needs script, so it appears with it. */
export function PasswordField({ id, label, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const scripted = useHydrated();
  const errorId = `${id}-error`;
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {error ? (
        <p className="field-error" id={errorId}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      ) : null}
      <div className="password">
        <input
          className="input"
          id={id}
          name="password"
          type={shown ? 'text' : 'password'}
          maxLength={200}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        {scripted ? (
          <button
            type="button"
            className="button secondary"
            aria-controls={id}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            Show<span className="visually-hidden"> password</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}
