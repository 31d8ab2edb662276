import { createContext } from 'react';

/**
 * Where a part stands: on a page under the page's title, or in a chapter of the home page, which it opens or belongs to.
 */
export type PartPlace = 'on-page' | 'opens-chapter' | 'in-chapter';

export const PlaceContext = createContext<PartPlace>('on-page');

/** The level of the headings inside a part: one below its own. */
export const ItemLevelContext = createContext<'h3' | 'h4'>('h3');
