import { randomInt } from 'node:crypto';

/**
 * Digits and capitals that are told apart on paper, on a screen and in bad handwriting: of each pair that looks alike
 * (0 O, 1 I, 2 Z, 5 S, 8 B, L I, U V) neither is used. No vowels, so that no reference is a word: somebody ill should not
 * have to read out `DEAD`. The specification names no format; 21^8 is 38 thousand million references, which nobody
 * guesses five times an hour.
 */
const alphabet = '34679CDFGHJKMNPQRTWXY';

/** @returns a reference such as `K7QH-M9XC`; a unique index decides whether it is free. */
export function makeReference(): string {
  return makeGroups(2);
}

/** @returns groups of four, such as `K7QH-M9XC-34FT` for three. */
export function makeGroups(count: number): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}

/** What a reference looks like. Older ones may hold letters that new ones no longer do. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
