/** Letters that Unicode does not decompose into a base letter and an accent. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Only this many letters of a word are indexed, which bounds the index entries of one attorney. */
const longestPrefix = 15;

/** @returns the text in lower case, without accents and apostrophes: `O’Brién` becomes `obrien`. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’ʼ`]/gu, '')
    .replace(/[ßæœøłđðþ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** @returns the distinct words that somebody typed, as the index holds them. */
export function queryWords(text: string): string[] {
  return [...new Set(wordsOf(foldText(text)).map((word) => word.slice(0, longestPrefix)))];
}

/**
 * All prefixes of every word: the first letter, the first two letters, and so on.
 *
 * Stored one by one, so that the index answers a search by equality and in the directory's order. A pattern over whole
 * words would have to collect and sort all that match before it could show the first page.
 */
export function wordPrefixes(texts: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const text of texts) {
    // "O’Brien" is found by "obrien", and by "o brien".
    const words = [...wordsOf(foldText(text)), ...wordsOf(foldText(text.replace(/['’ʼ`]/g, ' ')))];
    for (const word of words) {
      for (let length = 1; length <= Math.min(word.length, longestPrefix); length += 1) {
        prefixes.add(word.slice(0, length));
      }
    }
  }
  return [...prefixes];
}

function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
