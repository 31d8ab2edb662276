import { useContext } from 'react';
import { ItemLevelContext } from './part-place.ts';

/** The heading of a card, a step or whatever else a part lists. */
export function ItemHeading({ children }: { children: React.ReactNode }) {
  const Heading = useContext(ItemLevelContext);
  return <Heading>{children}</Heading>;
}
