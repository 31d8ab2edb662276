import { useState } from 'react';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';

interface PasswordFieldProps {
  id: string;
  label: string;
  error: string | undefined;
  name?: string;
  /** Whether it is a new one, which the browser may suggest. */
  isNew?: boolean;
  hint?: string;
}

/** A password that can be shown while it is typed. The button needs script, so it appears with it. */
export function PasswordField({
  id,
  label,
  error,
  name = 'password',
  isNew = false,
  hint,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const scripted = useHydrated();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="password">
        <input
          className="input"
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          maxLength={200}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint: hint !== undefined, error: Boolean(error) })}
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
    </Field>
  );
}
