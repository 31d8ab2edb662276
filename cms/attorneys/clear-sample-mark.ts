import type { CollectionBeforeChangeHook } from 'payload';
import type { Attorney } from '../payload-types.ts';
import { fictional } from '../samples/samples.ts';

/** Patterns of made-up text from the seed. */
const madeUp = {
  name: /\b(Doe|Roe|Poe)$/,
  firm: /^(Doe|Roe|Poe) Disability Law of /,
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
 * Clears the sample mark when the last made-up words are replaced. The form in the back office does not show the mark, so
 * otherwise staff would lose their changes when all samples are removed.
 */
export const clearSampleMark: CollectionBeforeChangeHook<Attorney> = ({ data, originalDoc }) => {
  if (!originalDoc?.sample || madeUpFields({ ...originalDoc, ...data }).length > 0) return data;
  return { ...data, sample: false };
};
