import { TiedField } from '#web/app/ui/forms/tied-field.tsx';

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
  /** `YYYY-MM-DD` */
  value: string;
  error?: string | undefined;
}

export function DayField({ name, label, value, error }: DayFieldProps) {
  return (
    <TiedField id={name} label={label} error={error}>
      {(tied) => <input {...tied} className="input width-10" name={name} type="date" defaultValue={value} />}
    </TiedField>
  );
}
