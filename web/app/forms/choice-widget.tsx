import type { Answers } from '@claimdesk/forms/definition';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { choiceId } from './field-ids.ts';

/**
 * Answers to choose one from, as large tiles with a real radio button each.
 *
 * React only starts the radios and then listens: what was chosen before the page's script ran stays chosen.
 */
export function ChoiceWidget({ id, htmlName, value, options, onChange }: WidgetProps<Answers, RJSFSchema>) {
  const tiles = useRef<HTMLDivElement>(null);
  const choices = options.enumOptions ?? [];
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
            name={htmlName}
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
