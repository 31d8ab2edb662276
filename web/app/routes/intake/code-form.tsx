import { PhoneLink } from '../../components/phone-link.tsx';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { describedBy, hintId } from '../../forms/field-ids.ts';
import { useLayoutData } from '../../layout-data.ts';
import { resumePath } from './addresses.ts';
import { BirthFields, FieldError, summaryTarget, type TypedBirth } from './birth-fields.tsx';
import type { Refused } from './refusal.server.ts';
import { useIntakeForm } from './use-intake-form.ts';

export interface TypedCode {
  code: string;
  birth: TypedBirth;
}

/** Goes on with a code that was written down. It works without script. */
export function CodeForm({ problem }: { problem: (Refused & { typed: TypedCode }) | null }) {
  const form = useIntakeForm();
  const firm = useLayoutData();
  const typed = problem?.typed ?? { code: '', birth: { month: '', day: '', year: '' } };
  const wrong = problem?.errors.code;
  return (
    <>
      {problem ? <ErrorSummary problem={problem} targetOf={summaryTarget} /> : null}
      <h1>Go on with your saved answers</h1>
      <p>
        Enter the code that you wrote down, and your date of birth. If we emailed you a link, open the link
        instead.
      </p>
      <form method="post" action={resumePath(form)} className="form" noValidate>
        <div className={wrong ? 'field has-error' : 'field'}>
          <label htmlFor="code">Code</label>
          <p className="hint" id={hintId('code')}>
            12 letters and numbers. Capitals, spaces and dashes do not matter.
          </p>
          <FieldError id="code" message={wrong} />
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
        </div>
        <BirthFields typed={typed.birth} error={problem?.errors.birth} />
        <button type="submit" className="button">
          Continue my {form.noun}
        </button>
      </form>
      <p className="shared-device">
        No code? <a href={form.startPath}>Start again</a>: it takes {form.minutes}.
        {firm ? (
          <>
            {' '}
            Or call us at <PhoneLink firm={firm} end="." />
          </>
        ) : null}
      </p>
    </>
  );
}
