import { randomInt } from 'node:crypto';

/**
 * Digits and capitals that are easy to tell apart in print, on a screen and in bad handwriting: neither of two lookalikes
 * (0 O, 1 I, 2 Z, 5 S, 8 B, L I, U V) is used. No vowels, so that no code is a word: a sick person should not have to
 * read out `DEAD`. 21^8 is 38 billion codes of two groups: too many to guess at five attempts an hour.
 */
const alphabet = '34679CDFGHJKMNPQRTWXY';

/** @returns groups of four, such as `K7QH-M9XC-34FT` for three. */
export function makeGroups(count: number): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}

/** @param bytes of a hash, two for each letter. @returns a group of four from every eight bytes: the same for the same ones. */
export function groupsFrom(bytes: Buffer): string {
  const letters = Array.from(
    { length: bytes.length / 2 },
    (_, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length],
  );
  return letters.join('').replace(/(?<=^(....)+)(?=.)/g, '-');
}

/** @returns a typed code without what people put between its letters; accepts lowercase letters and any kind of dash. */
export function normalizeCode(code: string): string {
  return code.toUpperCase().replace(/[\s\p{Pd}._]/gu, '');
}
