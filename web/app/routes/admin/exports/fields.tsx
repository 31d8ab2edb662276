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
  error: string | undefined;
}

export function DayField({ name, label, value, error }: DayFieldProps) {
  const errorId = `${name}-error`;
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {error ? (
        <p className="field-error" id={errorId}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      ) : null}
      <input
        className="input width-10"
        id={name}
        name={name}
        type="date"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
    </div>
  );
}
