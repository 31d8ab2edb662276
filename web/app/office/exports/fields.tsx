import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';

interface ChoiceFieldProps {
  name: string;
  legend: string;
  /** Labels by value. */
  options: Readonly<Record<string, string>>;
  chosen: string;
}

export function ChoiceField({ name, legend, options, chosen }: ChoiceFieldProps) {
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className="tiles two">
        {Object.entries(options).map(([value, label]) => (
          <label className="tile" key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface DayFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** `YYYY-MM-DD` */
  value: string;
  error: string | undefined;
}

export function DayField({ name, label, hint, value, error }: DayFieldProps) {
  return (
    <Field id={name} label={label} hint={hint} error={error}>
      <input
        className="input width-10"
        id={name}
        name={name}
        type="date"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { hint: Boolean(hint), error: Boolean(error) })}
      />
    </Field>
  );
}
