import { useRef } from 'react';
import { useFieldReader } from './field-readers.ts';
import type { WidgetProps } from './form-context.ts';

/** A native select: phones show it full-screen, and typing jumps to an option. */
export function SelectWidget({ id, name, schema, value, options, onChange, ...props }: WidgetProps) {
  const field = useRef<HTMLSelectElement>(null);
  const choices = (schema.enum ?? []).map((each) => {
    const text = String(each);
    return { value: text, label: options.enumNames?.[text] ?? text };
  });
  const initial = choices.some((choice) => choice.value === value) ? String(value) : '';
  const reported = useRef(initial);
  function report(chosen: string): void {
    reported.current = chosen;
    onChange(chosen === '' ? undefined : chosen);
  }
  useFieldReader(() => {
    if (field.current && field.current.value !== reported.current) report(field.current.value);
  });
  return (
    <select
      ref={field}
      id={id}
      name={name}
      className="input width-20"
      defaultValue={initial}
      autoComplete={options.autocomplete}
      aria-describedby={props.describedBy}
      aria-invalid={props.wrong || undefined}
      aria-required={props.required || undefined}
      onChange={({ currentTarget }) => report(currentTarget.value)}
    >
      <option value="">Choose one</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
