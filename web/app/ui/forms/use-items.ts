import type { Answers } from '@claimdesk/forms/definition';
import type { RJSFSchema } from '@rjsf/utils';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The items of a group: at least `minItems`, each with a stable React key, so that typed text stays with its item when
 * another one is removed.
 *
 * @returns `add` is undefined at `maxItems`, and `remove` at `minItems`.
 */
export function useItems(schema: RJSFSchema, formData: unknown, change: (items: Answers[]) => void) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const given = Array.isArray(formData) ? (formData as (Answers | null)[]) : [];
  const count = Math.max(given.length, minItems);
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, at) => at));
  const items = Array.from({ length: count }, (_, at) => ({
    // `formData` was replaced from outside and has more items than keys.
    key: keys[at] ?? `given-${at}`,
    answers: given[at] ?? {},
  }));
  const answers = items.map((item) => item.answers);
  return {
    items,
    add:
      count < maxItems
        ? () => {
            setKeys([...keys, Math.max(-1, ...keys) + 1]);
            change([...answers, {}]);
          }
        : undefined,
    remove:
      count > minItems
        ? (index: number) => {
            setKeys(keys.filter((_, at) => at !== index));
            change(answers.filter((_, at) => at !== index));
          }
        : undefined,
  };
}

/** Where focus moves: the first field of an item (by index) or the Add button. */
type FocusTarget = number | 'add';

/** @returns the text of the status region, and a function that sets it and moves focus after the next render. */
export function useAnnouncement(container: RefObject<HTMLElement | null>) {
  const [announcement, setAnnouncement] = useState('');
  const focusTarget = useRef<FocusTarget>(undefined);
  useEffect(() => {
    if (focusTarget.current === undefined) return;
    const target =
      focusTarget.current === 'add'
        ? '[name="_add"]'
        : `[data-item="${focusTarget.current}"] :is(input, select, textarea)`;
    const element = container.current?.querySelector<HTMLElement>(target);
    if (!element) return;
    focusTarget.current = undefined;
    element.focus();
  });
  return {
    announcement,
    announce(text: string, focus: FocusTarget) {
      focusTarget.current = focus;
      setAnnouncement(text);
    },
  };
}
