import { closest, distance } from 'fastest-levenshtein';

/** @returns ` Did you mean "hint"?` where a known word is one typo away, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(word, known);
  return distance(word, nearest) <= Math.max(2, word.length / 3) ? ` Did you mean "${nearest}"?` : '';
}
