import { type ComponentProps, createContext, useContext } from 'react';

/** By name: on the server its elements, in the browser the HTML that the server made of them. */
type SlotContents = Record<string, Pick<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'>>;

export const SlotContext = createContext<SlotContents>({});

/** Where an island shows what its page gave it under this name. */
export function Slot({ name }: { name: string }) {
  return <div data-slot={name} suppressHydrationWarning {...useContext(SlotContext)[name]} />;
}
