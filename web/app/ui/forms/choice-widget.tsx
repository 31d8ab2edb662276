import { optionsList } from '@rjsf/utils';
import { useRef } from 'react';
import { choiceId } from './field-ids.ts';
import { useFieldReader } from './field-readers.ts';
import type { WidgetProps } from './form-context.ts';

/**
 * A single choice, as large tiles with a native radio button each.
 *
 * The radio buttons are uncontrolled, so that a choice made before hydration is kept.
 */
export function ChoiceWidget({ id, name, schema, options, value, onChange }: WidgetProps) {
  const tiles = useRef<HTMLDivElement>(null);
  const choices = optionsList(schema, { 'ui:enumNames': options.enumNames }) ?? [];
  useFieldReader(() => {
    const chosen = tiles.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  });
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
