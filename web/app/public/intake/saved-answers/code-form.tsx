import type { TypedDate } from '@claimdesk/forms/typed-date';
import { resumePath } from '#web/app/public/intake/addresses.ts';
import { SharedComputerBox } from '#web/app/public/intake/shared-computer.tsx';
import { useIntakeForm } from '#web/app/public/intake/use-intake-form.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import type { FormRefusal } from '#web/app/ui/pages/procedure-errors.server.ts';
import { BirthFields, summaryTarget } from './birth-fields.tsx';

export interface TypedCode {
  code: string;
  birth: TypedDate;
}

/** Resumes with a code that was written down. Works without script. */
export function CodeForm({
  heading,
  problem,
}: {
  heading: string;
  problem: (FormRefusal & { typed: TypedCode }) | null;
}) {
  const form = useIntakeForm();
  const typed = problem?.typed ?? { code: '', birth: { month: '', day: '', year: '' } };
  const wrong = problem?.errors.code;
  return (
    <>
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => summaryTarget(field, typed.birth)} />
      ) : null}
      <h1>{heading}</h1>
      <p>
        Enter the code that you wrote down, and your date of birth. If we emailed you a link, open the link
        instead.
      </p>
      <form method="post" action={resumePath(form)} className="form" noValidate>
        <Field
          id="code"
          label="Code"
          hint="12 letters and numbers. Capitals, spaces and dashes do not matter."
          error={wrong}
        >
          <input
            id="code"
            name="code"
            type="text"
            className="input width-20"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            defaultValue={typed.code}
            aria-required
            aria-describedby={describedBy('code', { hint: true, error: Boolean(wrong) })}
            aria-invalid={wrong ? true : undefined}
          />
        </Field>
        <BirthFields typed={typed.birth} refused={problem?.typed.birth} error={problem?.errors.birth} />
        <SharedComputerBox />
        <button type="submit" className="button">
          Continue my {form.shortName}
        </button>
      </form>
      <p className="shared-device">
        No code? <a href={form.startPath}>Start again</a>: it takes {form.minutes}.
        <CallUs> Or call us at</CallUs>
      </p>
    </>
  );
}
