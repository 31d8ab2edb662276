import type { CollectionBeforeChangeHook } from 'payload';
import type { Attorney } from '../payload-types.ts';
import { contactTerms, foldText, wordPairs, wordPrefixes } from './directory-words.ts';
import { isStateCode, states } from './states.ts';

/** The fields of an attorney that the directory searches and sorts by. */
type Described = Pick<
  Attorney,
  'name' | 'firm' | 'email' | 'phone' | 'city' | 'state' | 'zip_code' | 'specialties'
>;

/**
 * @returns the derived fields of an attorney: the keys of the directory's order (state, then
 * name, as people read them and not by letter case or accent), all beginnings of words that find it, alone and by twos, and what
 * staff find it by.
 */
export function directoryKeys({ name, firm, email, phone, city, state, specialties }: Described) {
  const stateName = states[state];
  const texts = [name, firm, city, ...specialties, stateName, state];
  return {
    stateName,
    nameKey: foldText(name).trim(),
    search: [...wordPrefixes(texts), ...wordPairs(texts), ...contactTerms({ phone, email })],
  };
}

/**
 * Keeps keys and place in sync with the fields, however an attorney is saved. Incomplete data is refused later. The
 * table of ZIP codes takes 30 MB, so it is loaded on first use.
 */
export const indexForDirectory: CollectionBeforeChangeHook<Attorney> = async ({ data, originalDoc }) => {
  const attorney = { ...originalDoc, ...data };
  if (!isDescribed(attorney)) return data;
  const zip_code = hasLeft(attorney, originalDoc) ? null : (attorney.zip_code ?? null);
  const { placeKey } = await import('./places.ts');
  const place = placeKey({ ...attorney, zip_code });
  return { ...data, ...directoryKeys(attorney), zip_code, place };
};

function isDescribed(attorney: Partial<Attorney>): attorney is Described {
  const { name, firm, email, phone, city, state, specialties } = attorney;
  const texts = Array.isArray(specialties) ? [name, firm, email, phone, city, ...specialties] : [undefined];
  return texts.every((text) => typeof text === 'string') && isStateCode(String(state));
}

/** @returns whether the ZIP code is that of an office in another city. Staff change the city without seeing it. */
function hasLeft(now: Described, before: Attorney | undefined): boolean {
  const isElsewhere = before && (before.city !== now.city || before.state !== now.state);
  return isElsewhere === true && before.zip_code === now.zip_code;
}
