import { optionsList } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import type { WidgetProps } from './form-context.ts';

/** One of many answers, in the browser's own list: phones show it large, and typing finds an entry. */
export function SelectWidget({ id, name, schema, value, options, onChange, ...props }: WidgetProps) {
  const field = useRef<HTMLSelectElement>(null);
  const choices = optionsList(schema, { 'ui:enumNames': options.enumNames }) ?? [];
  const start = choices.some((choice) => choice.value === value) ? String(value) : '';
  const report = (chosen: string) => onChange(chosen === '' ? undefined : chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before script ran
  useEffect(() => {
    if (field.current && field.current.value !== start) report(field.current.value);
  }, []);
  return (
    <select
      ref={field}
      id={id}
      name={name}
      className="input width-20"
      defaultValue={start}
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
