import { useEffect, useRef } from 'react';
import { type DateParts, joinDate, splitDate } from './date-text.ts';
import { datePartId } from './field-ids.ts';
import type { WidgetProps } from './question-field.tsx';

const parts = [
  { part: 'month', label: 'Month', width: 'width-2' },
  { part: 'day', label: 'Day', width: 'width-2' },
  { part: 'year', label: 'Year', width: 'width-4' },
] as const;

/** A day that people know by heart, in three fields: quicker and surer than a calendar to leaf through. */
export function DateWidget({ id, name, value, options, required, wrong, onChange }: WidgetProps) {
  const fields = useRef<HTMLDivElement>(null);
  const start = splitDate(value);
  function report(): void {
    const typed: DateParts = { month: '', day: '', year: '' };
    for (const { part } of parts) typed[part] = inputOf(fields.current, part)?.value ?? '';
    onChange(joinDate(typed));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before script ran
  useEffect(() => {
    if (parts.some(({ part }) => inputOf(fields.current, part)?.value !== start[part])) report();
  }, []);
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
            defaultValue={start[part]}
            autoComplete={options.autocomplete === 'bday' ? `bday-${part}` : undefined}
            aria-invalid={wrong || undefined}
            aria-required={required || undefined}
            onChange={report}
          />
        </div>
      ))}
    </div>
  );
}

function inputOf(fields: HTMLElement | null, part: keyof DateParts): HTMLInputElement | null | undefined {
  return fields?.querySelector<HTMLInputElement>(`[data-part="${part}"]`);
}
