import { type ReactElement, useContext } from 'react';
import { HydrationContext, type IslandName } from '#web/app/ui/pages/hydration.ts';
import { SlotContext } from './slot.tsx';

interface Props {
  /** The page's `handle` names it too. */
  name: IslandName;
  /** Static parts inside the island: their script stays on the server. */
  slots?: Record<string, React.ReactNode>;
  /** Whether it is inside a sentence. */
  inline?: boolean;
  /** The component of this name. The browser draws it from its props, so they hold nothing but JSON. */
  children: ReactElement;
}

/**
 * The part of a page that React hydrates, while all around it stays plain HTML (docs/decisions/062).
 *
 * @throws RangeError when the `handle` of the page does not name it: nothing would hydrate it, or only late.
 */
export function Island({ name, slots = {}, inline = false, children }: Props) {
  const named = useContext(HydrationContext)?.islands?.names;
  // When a fully hydrated page navigates here without a page load, the browser renders the island itself.
  if (import.meta.env.SSR && !named?.includes(name))
    throw new RangeError(`The handle of this page does not name its island ${name}.`);
  const contents = Object.entries(slots).map(([slot, elements]) => [slot, { children: elements }]);
  const Place = inline ? 'span' : 'div';
  return (
    <Place data-island={name} data-props={JSON.stringify(children.props)}>
      <SlotContext value={Object.fromEntries(contents)}>{children}</SlotContext>
    </Place>
  );
}
