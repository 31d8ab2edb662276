import SearchableMap from 'minisearch/SearchableMap';

/** How often each spelling of a word occurs in the texts. */
type Spellings = Map<string, number>;

/** Every word that can be found, to detect and correct typos. */
export interface Vocabulary {
  /** @param word normalized. @returns whether any text contains it. */
  has(word: string): boolean;
  /** @param word normalized. @returns the closest known word in its most common spelling, unless `word` is known. */
  nearest(word: string): string | undefined;
}

/** Words of at least this length also match as prefixes. */
export const minPrefixLength = 3;
/** Cost of a replaced letter: omissions, doublings and swaps are likelier typos ("medicad" is Medicaid, not medical). */
const replacedLetter = 1.25;

/**
 * @param written every word of the texts, as written there.
 * @param terms normalized words that can be found through their synonyms even if no text contains them.
 */
export function makeVocabulary(
  written: readonly string[],
  terms: readonly string[],
  normalize: (word: string) => string,
): Vocabulary {
  const words = new SearchableMap<Spellings>();
  for (const spelling of written) {
    const spellings = words.fetch(normalize(spelling), () => new Map());
    const plain = isAbbreviation(spelling) ? spelling : spelling.toLowerCase();
    spellings.set(plain, (spellings.get(plain) ?? 0) + 1);
  }
  const findable = new SearchableMap<true>();
  for (const word of [...words.keys(), ...terms]) findable.set(word, true);
  const frequency = (word: string) =>
    [...(words.get(word)?.values() ?? [])].reduce((sum, count) => sum + count, 0);

  return {
    has: (word) => words.has(word),
    nearest(word) {
      const begun = word.length >= minPrefixLength && !findable.atPrefix(word).keys().next().done;
      const allowed = typosAllowed(word) * replacedLetter;
      if (findable.has(word) || begun || allowed === 0) return undefined;
      const [nearest] = [...findable.fuzzyGet(word, 2).keys()]
        .map((known) => ({ known, distance: typosBetween(word, known), frequency: frequency(known) }))
        .filter(({ known, distance }) => distance <= allowed && !/\p{N}/u.test(known))
        .sort((one, other) => one.distance - other.distance || other.frequency - one.frequency);
      return nearest && mostlyWritten(nearest.known, words.get(nearest.known));
    },
  };
}

function mostlyWritten(word: string, spellings: Spellings = new Map()): string {
  const [most] = [...spellings].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? word;
}

/** None in numbers or in words so short that some other word is always close; one in short words, two in longer ones. */
function typosAllowed(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/** @returns the edit distance: 1 for a missing, extra or adjacent swapped letter, 1.25 for a replaced one. */
export function typosBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      line[at] = Math.min(
        (rows[row - 1]?.[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (rows[row - 1]?.[at - 1] ?? 0) + (same ? 0 : replacedLetter),
        swapped ? (rows[row - 2]?.[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

function isAbbreviation(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}
