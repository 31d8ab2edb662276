import { randomInt } from 'node:crypto';

/**
 * Digits and capitals that are easy to tell apart in print, on a screen and in bad handwriting: neither of two lookalikes
 * (0 O, 1 I, 2 Z, 5 S, 8 B, L I, U V) is used. No vowels, so that no reference is a word: a sick person should not have
 * to read out `DEAD`. 21^8 is 38 billion references: too many to guess at five attempts an hour.
 */
const alphabet = '34679CDFGHJKMNPQRTWXY';

/** @returns a reference such as `K7QH-M9XC`; a unique index decides whether it is available. */
export function makeReference(): string {
  return makeGroups(2);
}

/** @returns groups of four, such as `K7QH-M9XC-34FT` for three. */
export function makeGroups(count: number): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}

/** Older references may contain letters that new ones no longer use. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
