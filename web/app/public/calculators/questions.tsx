import { type DatePart, dateParts } from '@claimdesk/forms/typed-date';
import { type CalculatorAnswer, mostCharacters } from '#web/app/ui/components/answer.ts';
import { Field, FieldError, Hint } from '#web/app/ui/forms/field.tsx';
import { choiceId, describedBy } from '#web/app/ui/forms/field-ids.ts';

interface Question {
  /** Of its input in the page's URL, or the beginning of its inputs' names. */
  name: string;
  label: string;
  hint?: string;
  answer: Pick<CalculatorAnswer, 'typed' | 'faults'>;
}

/** @returns the id of an input, which no anchor of the page has: those hold no underscore. */
export const inputId = (name: string) => `input_${name}`;

const partLabels: Record<DatePart, string> = { month: 'Month', day: 'Day', year: 'Year' };

/** Asks for a date in two or three fields, because a calendar is slower and harder to use. */
export function DateQuestion({
  name,
  label,
  hint,
  parts = dateParts,
  answer: { typed, faults },
}: Question & { parts?: readonly DatePart[] }) {
  const inputs = parts.map((part) => ({ part, input: `${name}-${part}` }));
  const problem = inputs.map(({ input }) => faults?.[input]).find(Boolean);
  return (
    <Group {...{ name, label, hint, problem }}>
      <div className="date-parts">
        {inputs.map(({ part, input }) => (
          <div key={part}>
            <label htmlFor={inputId(input)}>{partLabels[part]}</label>
            <input
              className={part === 'year' ? 'input width-4' : 'input width-2'}
              id={inputId(input)}
              name={input}
              inputMode="numeric"
              autoComplete="off"
              maxLength={mostCharacters}
              defaultValue={typed[input]}
              aria-invalid={faults?.[input] !== undefined || undefined}
            />
          </div>
        ))}
      </div>
    </Group>
  );
}

export function NumberQuestion({
  name,
  label,
  hint,
  kind,
  answer: { typed, faults },
}: Question & { kind: 'dollars' | 'year' }) {
  const problem = faults?.[name];
  const id = inputId(name);
  return (
    <Field id={id} label={label} hint={hint} error={problem}>
      <input
        className={kind === 'year' ? 'input width-4' : 'input width-10'}
        id={id}
        name={name}
        inputMode={kind === 'year' ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={mostCharacters}
        defaultValue={typed[name]}
        aria-describedby={describedBy(id, { hint: hint !== undefined, error: problem !== undefined })}
        aria-invalid={problem !== undefined || undefined}
      />
    </Field>
  );
}

/** Asks for one of a few choices, all of them in view. */
export function ChoiceQuestion({
  name,
  label,
  hint,
  choices,
  answer: { typed, faults },
}: Question & { choices: readonly { value: string; label: string }[] }) {
  return (
    <Group {...{ name, label, hint, problem: faults?.[name] }}>
      {choices.map((choice, index) => (
        <label className="pick" key={choice.value}>
          <input
            type="radio"
            // What is wrong links to the first one.
            id={index === 0 ? inputId(name) : choiceId(inputId(name), index)}
            name={name}
            value={choice.value}
            defaultChecked={typed[name] === choice.value}
          />
          {choice.label}
        </label>
      ))}
    </Group>
  );
}

/** Asks for a yes; leaving it out means no. */
export function CheckQuestion({ name, label, hint, answer: { typed } }: Question) {
  const id = inputId(name);
  return (
    <div className="field">
      <label className="pick">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          defaultChecked={typed[name] === 'yes'}
          aria-describedby={describedBy(id, { hint: hint !== undefined, error: false })}
        />
        {label}
      </label>
      <Hint fieldId={id} text={hint} />
    </div>
  );
}

function Group({
  name,
  label,
  hint,
  problem,
  children,
}: {
  name: string;
  label: string;
  hint: string | undefined;
  problem: string | undefined;
  children: React.ReactNode;
}) {
  const group = inputId(`${name}-group`);
  return (
    <fieldset
      className={problem ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={describedBy(group, { hint: hint !== undefined, error: problem !== undefined })}
    >
      <legend>{label}</legend>
      <Hint fieldId={group} text={hint} />
      <FieldError fieldId={group} text={problem} />
      {children}
    </fieldset>
  );
}
