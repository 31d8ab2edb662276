import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';

interface Props {
  label: string;
  hint?: string;
  error: string | undefined;
  /** As it was typed before. */
  value: string | undefined;
}

/** Asks why staff do something; the answer is recorded with it. */
export function ReasonField({ label, hint, error, value }: Props) {
  return (
    <Field id="reason" label={label} hint={hint} error={error}>
      <textarea
        className="input"
        id="reason"
        name="reason"
        rows={3}
        maxLength={500}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy('reason', { hint: hint !== undefined, error: Boolean(error) })}
      />
    </Field>
  );
}
