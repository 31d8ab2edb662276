import type { FieldErrors } from '@claimdesk/forms/definition';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';

export function VerifyForm({ reference, errors }: { reference: string; errors: FieldErrors }) {
  return (
    <form method="post" encType="multipart/form-data" className="form" noValidate>
      <Field id="file" label="Contract as a PDF file" hint="2 MB at most." error={errors.file}>
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
        id="reference"
        label="Reference"
        optional
        hint="It is printed on every page of the contract, like K7QH-M9XC. You can also enter a reference without a file."
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
