import type { Answers } from '@claimdesk/forms/definition';
import type { RJSFSchema } from '@rjsf/utils';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The items of a group: at least as many as its schema wants, each with a key of its own, so that what is typed stays
 * with its item when another one is removed.
 *
 * @returns no `add` where there may be no more, and no `remove` where there may be no less.
 */
export function useItems(schema: RJSFSchema, formData: unknown, change: (items: Answers[]) => void) {
  const { minItems: least = 0, maxItems: most = Number.POSITIVE_INFINITY } = schema;
  const given = Array.isArray(formData) ? (formData as (Answers | null)[]) : [];
  const count = Math.max(given.length, least);
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, at) => at));
  const items = Array.from({ length: count }, (_, at) => ({
    // More items than were added here: the form was filled from elsewhere.
    key: keys[at] ?? `given-${at}`,
    answers: given[at] ?? {},
  }));
  const answers = items.map((item) => item.answers);
  return {
    items,
    add:
      count < most
        ? () => {
            setKeys([...keys, Math.max(-1, ...keys) + 1]);
            change([...answers, {}]);
          }
        : undefined,
    remove:
      count > least
        ? (index: number) => {
            setKeys(keys.filter((_, at) => at !== index));
            change(answers.filter((_, at) => at !== index));
          }
        : undefined,
  };
}

/** Where the focus goes: the first field of an item, by its number, or the button that adds one. */
type Next = number | 'add';

/** @returns what to say in the status, and a function that says something there and moves the focus once it is drawn. */
export function useAnnouncement(around: RefObject<HTMLElement | null>) {
  const [said, setSaid] = useState('');
  const next = useRef<Next>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    const target =
      next.current === 'add' ? '[name="_add"]' : `[data-item="${next.current}"] :is(input, select, textarea)`;
    const found = around.current?.querySelector<HTMLElement>(target);
    if (!found) return;
    next.current = undefined;
    found.focus();
  });
  return {
    said,
    announce(what: string, focus: Next) {
      next.current = focus;
      setSaid(what);
    },
  };
}
