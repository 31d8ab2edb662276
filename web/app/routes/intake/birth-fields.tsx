import { datePartId, errorId, hintId } from '../../forms/field-ids.ts';
import '../../styles/widgets.css';

const parts = [
  { part: 'month', label: 'Month', width: 'width-2' },
  { part: 'day', label: 'Day', width: 'width-2' },
  { part: 'year', label: 'Year', width: 'width-4' },
] as const;

export type TypedBirth = Record<(typeof parts)[number]['part'], string>;

/** A date of birth outside of the forms that are made from a schema. Its fields are posted as month, day and year. */
export function BirthFields({ typed, error }: { typed: TypedBirth; error: string | undefined }) {
  return (
    <fieldset
      className={error ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={`${hintId('birth')}${error ? ` ${errorId('birth')}` : ''}`}
    >
      <legend>Date of birth</legend>
      <p className="hint" id={hintId('birth')}>
        For example: 4 27 1968
      </p>
      <FieldError id="birth" message={error} />
      <div className="date">
        {parts.map(({ part, label, width }) => (
          <div key={part}>
            <label htmlFor={datePartId('birth', part)}>{label}</label>
            <input
              type="text"
              inputMode="numeric"
              id={datePartId('birth', part)}
              name={part}
              className={`input ${width}`}
              maxLength={20}
              defaultValue={typed[part]}
              autoComplete={`bday-${part}`}
              aria-invalid={error ? true : undefined}
              aria-required
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="field-error" id={errorId(id)}>
      <span className="visually-hidden">Error: </span>
      {message}
    </p>
  ) : null;
}

/** @returns the date of birth that such fields posted, as it was typed. */
export function postedBirth(posted: FormData): TypedBirth {
  const [month = '', day = '', year = ''] = parts.map(({ part }) =>
    String(posted.get(part) ?? '').slice(0, 60),
  );
  return { month, day, year };
}

/** @returns where a link of the error summary leads. */
export function summaryTarget(field: string): string {
  return field === 'birth' ? datePartId('birth', 'month') : field;
}
