import type { CollectionBeforeChangeHook } from 'payload';
import type { Attorney } from '../payload-types.ts';
import { fictional } from '../samples/samples.ts';

/** What tells that a text was made up by a seed, of this version or of an earlier one, whose last names were others. */
const madeUp = {
  name: /\b(Doe|Roe|Poe|Sample|Example|Specimen)$/,
  firm: /^(Doe|Roe|Poe|Sample|Example|Specimen) Disability Law of /,
  ...fictional,
  bio: /prepares each client for what will be asked\.$/,
} satisfies Partial<Record<keyof Attorney, RegExp>>;

/** @returns the fields of an attorney that still have words of the seed. */
export function madeUpFields(attorney: Partial<Attorney>): string[] {
  return Object.entries(madeUp)
    .filter(([name, sign]) => sign.test(String(attorney[name as keyof typeof madeUp] ?? '').trim()))
    .map(([name]) => name);
}

/**
 * Takes the mark of a sample away with the last words that were made up. Staff change attorneys in the back office, whose
 * form does not show the mark, so they would lose what they wrote when all samples are removed.
 */
export const clearSampleMark: CollectionBeforeChangeHook<Attorney> = ({ data, originalDoc }) => {
  if (!originalDoc?.sample || madeUpFields({ ...originalDoc, ...data }).length > 0) return data;
  return { ...data, sample: false };
};
