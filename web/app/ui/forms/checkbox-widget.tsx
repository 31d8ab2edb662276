import { useRef } from 'react';
import { Optional } from './field.tsx';
import { useFieldReader } from './field-readers.ts';
import type { WidgetProps } from './form-context.ts';

/** A checkbox with its label beside it. Unchecked is an answer (`false`), as it is in a native post. */
export function CheckboxWidget({
  id,
  name,
  title,
  value,
  options,
  required,
  wrong,
  onChange,
  ...props
}: WidgetProps) {
  const field = useRef<HTMLInputElement>(null);
  const initial = value === true || value === 'on';
  useFieldReader(() => {
    if (field.current && field.current.checked !== value) onChange(field.current.checked);
  });
  return (
    <label className="check">
      <input
        ref={field}
        type="checkbox"
        id={id}
        name={name}
        value="on"
        defaultChecked={initial}
        aria-describedby={props.describedBy}
        aria-invalid={wrong || undefined}
        aria-required={required || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {title}
        <Optional when={Boolean(options.optional)} />
      </span>
    </label>
  );
}
