import {
  type DatePart,
  joinDate,
  splitDate,
  type TypedDate,
  wrongDateParts,
} from '@claimdesk/forms/typed-date';
import { useMemo, useRef } from 'react';
import { datePartId } from './field-ids.ts';
import { useFieldReader } from './field-readers.ts';
import type { WidgetProps } from './form-context.ts';

const parts = [
  { part: 'month', label: 'Month', width: 'width-2' },
  { part: 'day', label: 'Day', width: 'width-2' },
  { part: 'year', label: 'Year', width: 'width-4' },
] as const;

/** A memorable date in three fields, which are faster and less error-prone than a calendar. */
export function DateWidget({ id, name, value, options, required, error, onChange }: WidgetProps) {
  const fields = useRef<HTMLDivElement>(null);
  const initial = splitDate(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks stay until the error changes, not while typing
  const wrong = useMemo(() => (error ? wrongDateParts(value) : []), [error]);
  const reported = useRef(initial);
  function report(): void {
    const typed: TypedDate = { month: '', day: '', year: '' };
    for (const { part } of parts) typed[part] = inputOf(fields.current, part)?.value ?? '';
    reported.current = typed;
    onChange(joinDate(typed));
  }
  useFieldReader(() => {
    if (parts.some(({ part }) => inputOf(fields.current, part)?.value !== reported.current[part])) report();
  });
  return (
    <div className="date" ref={fields}>
      {parts.map(({ part, label, width }) => (
        <div key={part}>
          <label htmlFor={datePartId(id, part)}>{label}</label>
          <input
            type="text"
            inputMode="numeric"
            id={datePartId(id, part)}
            name={`${name}.${part}`}
            data-part={part}
            className={`input ${width}`}
            defaultValue={initial[part]}
            autoComplete={options.autocomplete === 'bday' ? `bday-${part}` : undefined}
            aria-invalid={wrong.includes(part) || undefined}
            aria-required={required || undefined}
            onChange={report}
          />
        </div>
      ))}
    </div>
  );
}

function inputOf(fields: HTMLElement | null, part: DatePart): HTMLInputElement | null | undefined {
  return fields?.querySelector<HTMLInputElement>(`[data-part="${part}"]`);
}
