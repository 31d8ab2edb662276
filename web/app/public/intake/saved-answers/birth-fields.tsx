import type { Answers } from '@claimdesk/forms/definition';
import { readDate, type TypedDate } from '@claimdesk/forms/typed-date';
import { FieldError, Hint } from '#web/app/ui/forms/field.tsx';
import { datePartId, describedBy } from '#web/app/ui/forms/field-ids.ts';

const parts = [
  { part: 'month', label: 'Month', width: 'width-2' },
  { part: 'day', label: 'Day', width: 'width-2' },
  { part: 'year', label: 'Year', width: 'width-4' },
] as const;

interface Props {
  /** What the fields show at first; afterwards they hold what is typed. */
  typed: TypedDate;
  /** The date that was refused, which says which parts are wrong. */
  refused: TypedDate | undefined;
  error: string | undefined;
}

/** Asks for a date of birth outside of schema forms. Its fields are posted as month, day and year. */
export function BirthFields({ typed, refused, error }: Props) {
  const wrong = error && refused ? readDate(refused).wrong : [];
  return (
    <fieldset
      className={error ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={describedBy('birth', { hint: true, error: Boolean(error) })}
    >
      <legend>Date of birth</legend>
      <Hint fieldId="birth" text="For example: 4 27 1968" />
      <FieldError fieldId="birth" text={error} />
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
              aria-invalid={wrong.includes(part) || undefined}
              aria-required
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

export function postedBirth(posted: FormData): TypedDate {
  const [month = '', day = '', year = ''] = parts.map(({ part }) =>
    String(posted.get(part) ?? '').slice(0, 60),
  );
  return { month, day, year };
}

export function birthOf({ month = '', day = '', year = '' }: Answers): TypedDate {
  return { month: String(month), day: String(day), year: String(year) };
}

/** @returns the id that a link in the error summary targets; for a date of birth, its first wrong part. */
export function summaryTarget(field: string, birth: TypedDate): string {
  return field === 'birth' ? datePartId('birth', readDate(birth).wrong[0] ?? 'month') : field;
}
