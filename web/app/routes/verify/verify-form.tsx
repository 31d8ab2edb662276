import type { FieldErrors } from '@claimdesk/forms/definition';
import { describedBy, errorId, hintId } from '#web/app/forms/field-ids.ts';

export function VerifyForm({ reference, errors }: { reference: string; errors: FieldErrors }) {
  return (
    <form method="post" encType="multipart/form-data" className="form" noValidate>
      <Field name="file" label="Contract as a PDF file" hint="2 MB at most." error={errors.file}>
        <input
          id="file"
          name="file"
          type="file"
          accept="application/pdf,.pdf"
          className="input"
          aria-describedby={describedBy('file', { hint: true, error: Boolean(errors.file) })}
          aria-invalid={errors.file ? true : undefined}
        />
      </Field>
      <Field
        name="reference"
        label="Reference"
        optional
        hint="It is printed on every page of the contract, like K7QH-M9XC. You can also ask about a reference without a file."
        error={errors.reference}
      >
        <input
          id="reference"
          name="reference"
          className="input width-10"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          defaultValue={reference}
          aria-describedby={describedBy('reference', { hint: true, error: Boolean(errors.reference) })}
          aria-invalid={errors.reference ? true : undefined}
        />
      </Field>
      <button type="submit" className="button">
        Check
      </button>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  optional?: boolean;
  hint: string;
  error: string | undefined;
  children: React.ReactNode;
}

function Field({ name, label, optional, hint, error, children }: FieldProps) {
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={name}>
        {label} {optional ? <span className="optional">(optional)</span> : null}
      </label>
      <p className="hint" id={hintId(name)}>
        {hint}
      </p>
      {error ? (
        <p className="field-error" id={errorId(name)}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      ) : null}
      {children}
    </div>
  );
}
