import type { CollectionBeforeChangeHook } from 'payload';
import type { Attorney } from '../payload-types.ts';
import { foldText, wordPrefixes } from './directory-words.ts';
import { isStateCode, states } from './states.ts';

/** The fields of an attorney that the directory searches and sorts by. */
type Described = Pick<Attorney, 'name' | 'firm' | 'city' | 'state' | 'specialties'>;

/**
 * @returns what an attorney is stored with besides what people typed: the keys of the directory's order (state, then
 * name, as people read them and not by letter case or accent), and all beginnings of words that find it.
 */
export function directoryKeys({ name, firm, city, state, specialties }: Described) {
  const stateName = states[state];
  return {
    stateName,
    nameKey: foldText(name).trim(),
    search: wordPrefixes([name, firm, city, ...specialties, stateName, state]),
  };
}

/** Keeps the keys in sync with the fields, however an attorney is saved. Incomplete data is refused later. */
export const indexForDirectory: CollectionBeforeChangeHook<Attorney> = ({ data, originalDoc }) => {
  const attorney = { ...originalDoc, ...data };
  return isDescribed(attorney) ? { ...data, ...directoryKeys(attorney) } : data;
};

function isDescribed(attorney: Partial<Attorney>): attorney is Described {
  const { name, firm, city, state, specialties } = attorney;
  const texts = Array.isArray(specialties) ? [name, firm, city, ...specialties] : [undefined];
  return texts.every((text) => typeof text === 'string') && isStateCode(String(state));
}
