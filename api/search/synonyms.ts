import { normalizeWord, wordsOf } from './words.ts';

/**
 * What means the same to somebody who looks for it: abbreviations of the field, and everyday words for its terms.
 * Each line is one meaning; whoever types one of them finds the others too.
 */
const meanings: readonly (readonly string[])[] = [
  ['ssdi', 'social security disability insurance', 'disability insurance', 'title II'],
  ['ssi', 'supplemental security income', 'title XVI'],
  ['ssa', 'social security administration'],
  ['alj', 'judge', 'administrative law judge'],
  ['sga', 'substantial gainful activity'],
  ['rfc', 'residual functional capacity'],
  ['dds', 'disability determination services'],
  ['dli', 'date last insured'],
  ['tdi', 'temporary disability'],
  ['vtc', 'video', 'teleconference', 'zoom'],
  ['mri', 'scan', 'imaging'],
  ['ddd', 'degenerative disc disease'],
  ['ce', 'consultative exam', 'consultative examination'],
  ['blue book', 'listing'],
  ['cal', 'compassionate allowance', 'fast track'],
  ['denied', 'denial', 'deny', 'rejected', 'refused', 'turned down', 'unfavorable'],
  ['approved', 'approval', 'favorable', 'won', 'win'],
  ['mental', 'psychiatric', 'psychological', 'depression', 'anxiety'],
  ['lawyer', 'attorney', 'representative', 'representation'],
  ['fee', 'cost', 'price'],
  ['deadline', 'time limit', 'due date'],
  ['doctor', 'physician'],
  ['records', 'evidence'],
  ['money', 'amount', 'payment'],
  ['late', 'good cause'],
  ['back pay', 'past due benefits', 'retroactive'],
  ['job', 'work', 'working', 'worked', 'employment'],
  ['apply', 'applying', 'applied', 'application'],
  ['appeal', 'appealing', 'appealed'],
  ['wage', 'earnings', 'salary'],
  ['cancer', 'tumor', 'malignant'],
  ['child', 'children', 'kid', 'minor'],
  ['vs', 'versus', 'compare', 'compared', 'differ', 'difference'],
  ['wait', 'waiting time', 'timeline'],
];

type Phrase = readonly string[];

const phrasesOfMeanings: readonly (readonly Phrase[])[] = meanings.map((same) =>
  same.map((phrase) => wordsOf(phrase).map(normalizeWord)),
);
/** The names of one word, normalised. */
export const termsOfTheField: readonly string[] = phrasesOfMeanings
  .flat()
  .flatMap((phrase) => (phrase.length === 1 ? phrase : []));
const longestPhrase = Math.max(...phrasesOfMeanings.flat().map(({ length }) => length));

/** Something looked for, under all the names it goes by. */
export interface Meaning {
  /** Each a word or several, normalised; the first is what was typed. */
  phrases: readonly Phrase[];
  /** Whether it is in the table above. */
  ofTheField: boolean;
}

/** @param words of a query. @returns what they mean, in order; "administrative law judge" is one meaning, not three. */
export function meaningsOf(words: readonly string[]): Meaning[] {
  const found: Meaning[] = [];
  const normal = words.map(normalizeWord);
  for (let at = 0; at < words.length; ) {
    const { length, others } = longestAt(normal, at);
    const own = normal.slice(at, at + length);
    found.push({
      phrases: [own, ...others.filter((phrase) => phrase.join(' ') !== own.join(' '))],
      ofTheField: others.length > 0,
    });
    at += length;
  }
  return found;
}

function longestAt(words: readonly string[], at: number): { length: number; others: readonly Phrase[] } {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ');
    const others = phrasesOfMeanings.filter((same) => same.some((each) => each.join(' ') === phrase)).flat();
    if (others.length > 0) return { length, others };
  }
  return { length: 1, others: [] };
}
