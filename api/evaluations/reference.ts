import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mixes up on the phone: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/** @returns a reference such as `K7QH-M9XA`; a unique index decides whether it is free. */
export function makeReference(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
