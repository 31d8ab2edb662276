import { optionsList } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { choiceId } from './field-ids.ts';
import type { WidgetProps } from './form-context.ts';

/**
 * Answers to choose one from, as large tiles with a real radio button each.
 *
 * React only starts the radios and then listens: what was chosen before the page's script ran stays chosen.
 */
export function ChoiceWidget({ id, name, schema, options, value, onChange }: WidgetProps) {
  const tiles = useRef<HTMLDivElement>(null);
  const choices = optionsList(schema, { 'ui:enumNames': options.enumNames }) ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before script ran
  useEffect(() => {
    const chosen = tiles.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  }, []);
  return (
    <div className={choices.length === 2 ? 'tiles two' : 'tiles'} ref={tiles}>
      {choices.map((choice, index) => (
        <label key={choice.value} className="tile">
          <input
            type="radio"
            id={choiceId(id, index)}
            name={name}
            value={choice.value}
            defaultChecked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
