import { useEffect, useRef } from 'react';
import { Optional } from './field.tsx';
import type { WidgetProps } from './form-context.ts';

/** One box to tick, with its words beside it. Not ticked is an answer, as it is in a native post. */
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
  const start = value === true || value === 'on';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was ticked before script ran
  useEffect(() => {
    if (field.current && field.current.checked !== value) onChange(field.current.checked);
  }, []);
  return (
    <label className="check">
      <input
        ref={field}
        type="checkbox"
        id={id}
        name={name}
        value="on"
        defaultChecked={start}
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
