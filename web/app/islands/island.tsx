import type { ReactElement } from 'react';
import type { islands } from '#web/app/entry.islands.tsx';
import { SlotContext } from './slot.tsx';

interface Props {
  name: keyof typeof islands;
  /** What the island surrounds and never changes: the script of these parts stays on the server. */
  slots?: Record<string, React.ReactNode>;
  /** The component of this name. The browser draws it from its props, so they hold nothing but JSON. */
  children: ReactElement;
}

/** The part of a page that React hydrates, while all around it stays plain HTML (docs/decisions/062). */
export function Island({ name, slots = {}, children }: Props) {
  const contents = Object.entries(slots).map(([slot, elements]) => [slot, { children: elements }]);
  return (
    <div data-island={name} data-props={JSON.stringify(children.props)}>
      <SlotContext value={Object.fromEntries(contents)}>{children}</SlotContext>
    </div>
  );
}
