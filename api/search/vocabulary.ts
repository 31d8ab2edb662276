import SearchableMap from 'minisearch/SearchableMap';

/** How a word is written in the texts, and how often. */
type Spellings = Map<string, number>;

/** Every word that can be found, to tell one that is typed wrong. */
export interface Vocabulary {
  /** @param word normalised, as everywhere here. @returns whether a text holds it. */
  has(word: string): boolean;
  /** @returns the word nearest to one that can't be found, as it is mostly written; nothing for one that can. */
  nearest(word: string): string | undefined;
}

/** From this length on, the beginning of a word may stand for the word. */
export const beginningAtLeast = 3;
/** Letters are left out, doubled or swapped more often than replaced: "medicad" is Medicaid, not medical. */
const replacedLetter = 1.25;

/**
 * @param written every word of the texts, as it is written there.
 * @param terms normalised words that can be found although no text may hold them, by what they mean.
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
      const begun = word.length >= beginningAtLeast && !findable.atPrefix(word).keys().next().done;
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

/** None in words so short that another word is always near, one in short words, two in longer ones; none in numbers. */
function typosAllowed(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/** @returns how many letters are missing, too many, swapped with their neighbour (once a pair) or wrong (1.25 each). */
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
