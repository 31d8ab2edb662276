import { normalizeWord, splitWords } from './words.ts';

/**
 * Synonyms for searching: disability-law abbreviations and everyday words for legal terms. Each line is one meaning;
 * searching for one phrase also finds the others.
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
  ['cessation', 'benefits stopped', 'benefits stop', 'continuing disability review'],
  ['login', 'client portal'],
  ['register', 'registration'],
  ['pin', 'password', 'passcode'],
  ['forgot', 'forget', 'forgotten', 'reset'],
  ['call', 'callback'],
  ['continue', 'resume'],
  ['check', 'verify'],
];

/** Phrases whose words are all over the texts, in another sense; each stands for one of the table above. */
const everydayPhrases: Readonly<Record<string, string>> = {
  'log in': 'login',
  'log on': 'login',
  'sign in': 'login',
  'my account': 'login',
  'sign up': 'register',
  'create an account': 'register',
  'open an account': 'register',
  'call back': 'call',
  'call me back': 'call',
};
const everydayPattern = new RegExp(
  `\\b(?:${Object.keys(everydayPhrases).join('|').replaceAll(' ', '[ -]')})\\b`,
  'gi',
);

/** @returns the query with "sign in" as "login", and the like. */
export function replaceEverydayPhrases(query: string): string {
  return query.replace(
    everydayPattern,
    (phrase) => everydayPhrases[phrase.toLowerCase().replaceAll('-', ' ')] ?? phrase,
  );
}

type Phrase = readonly string[];

const phrasesOfMeanings: readonly (readonly Phrase[])[] = meanings.map((same) =>
  same.map((phrase) => splitWords(phrase).map(normalizeWord)),
);
/** All single-word phrases, normalized. */
export const domainTerms: readonly string[] = phrasesOfMeanings
  .flat()
  .flatMap((phrase) => (phrase.length === 1 ? phrase : []));
const longestPhrase = Math.max(...phrasesOfMeanings.flat().map(({ length }) => length));

/** One thing that a query asks for, in all its phrasings. */
export interface Meaning {
  /** Each has one or more words, normalized; the first is what was typed. */
  phrases: readonly Phrase[];
  /** Whether it is in the table above. */
  isDomainTerm: boolean;
}

/** @param words of a query. @returns their meanings, in order; "administrative law judge" is one meaning, not three. */
export function findMeanings(words: readonly string[]): Meaning[] {
  const found: Meaning[] = [];
  const normal = words.map(normalizeWord);
  for (let at = 0; at < words.length; ) {
    const { length, others } = longestAt(normal, at);
    const own = normal.slice(at, at + length);
    found.push({
      phrases: [own, ...others.filter((phrase) => phrase.join(' ') !== own.join(' '))],
      isDomainTerm: others.length > 0,
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
