import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';

/** A code of an authenticator app. A recovery code has letters, so the field takes text. */
export function CodeField({ hint, error }: { hint?: string; error: string | undefined }) {
  return (
    <Field id="code" label="Code" hint={hint} error={error}>
      <input
        className="input width-10"
        id="code"
        name="code"
        type="text"
        maxLength={60}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy('code', { hint: hint !== undefined, error: Boolean(error) })}
      />
    </Field>
  );
}
