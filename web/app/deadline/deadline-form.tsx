import { dateParts } from '@claimdesk/forms/typed-date';
import { FieldError, Hint } from '#web/app/forms/field.tsx';
import { describedBy } from '#web/app/forms/field-ids.ts';
import { type DeadlineAnswer, fieldName, type TypedDate } from './deadline-answer.ts';

const labels: Record<keyof TypedDate, string> = { month: 'Month', day: 'Day', year: 'Year' };
const group = 'letter-date';

/** Asks for the date on the letter in three fields, because a calendar is slower and harder to use. */
export function DeadlineForm({
  answer: { typed, problem },
  action,
}: {
  answer: DeadlineAnswer;
  action: string;
}) {
  return (
    <form className="form" action={action} noValidate>
      <fieldset
        className={problem ? 'choice-group has-error' : 'choice-group'}
        aria-describedby={describedBy(group, { hint: true, error: problem !== null })}
      >
        <legend>What is the date on your letter?</legend>
        <Hint fieldId={group} text="For example, 11 10 2024. It is printed near the top of the first page." />
        <FieldError fieldId={group} text={problem?.message} />
        <div className="date-parts">
          {dateParts.map((part) => (
            <div key={part}>
              <label htmlFor={fieldName(part)}>{labels[part]}</label>
              <input
                className={part === 'year' ? 'input width-4' : 'input width-2'}
                id={fieldName(part)}
                name={fieldName(part)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                defaultValue={typed[part]}
                aria-invalid={problem?.wrong.includes(part) || undefined}
              />
            </div>
          ))}
        </div>
      </fieldset>
      <button className="button" type="submit">
        Find my deadline
      </button>
    </form>
  );
}
