import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';

interface TextFieldProps {
  id: string;
  label: string;
  hint?: string;
  value: string | undefined;
  error: string | undefined;
  type?: 'text' | 'email';
  maxLength: number;
}

/** A person's name or email. The browser must not fill in the current user's own. */
export function TextField({ id, label, hint, value, error, type = 'text', maxLength }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        className="input"
        id={id}
        name={id}
        type={type}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint: hint !== undefined, error: Boolean(error) })}
      />
    </Field>
  );
}
