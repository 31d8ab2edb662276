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
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What a reference looks like. Older ones may hold letters that new ones no longer do. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
