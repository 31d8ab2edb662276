/** Longer queries are cut; in Unicode code points. */
export const maxQueryLength = 100;

/** Stop words: in every text, and no help in a search. */
const stopWords = new Set(
  (
    'a about am an and any are as at be been but by can could did do does for from get gets getting got had has have ' +
    'how i if in is it its just me much my need of on or our please should so tell than that the their them then ' +
    'there they this to was we were what when where which while who whom why will with would you your'
  ).split(' '),
);

/**
 * Cleans a query so that it is safe to search for and to show: no control, invisible or bidirectional formatting
 * characters, single spaces, at most 100 characters.
 */
export function readQuery(raw: string): string {
  const line = raw
    .slice(0, maxQueryLength * 10)
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxQueryLength).join('').trim();
}

/** Matches one word. An apostrophe belongs to its word; a number keeps its decimal point and commas. */
export const wordPattern = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** @returns the words of a text or a query, in order, as written. */
export function splitWords(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/**
 * @returns the form in which a word is indexed and found: lower case, without accents, apostrophes and plural endings.
 */
export function normalizeWord(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?$|['’]|(?<=\p{N}),(?=\p{N})/gu, '');
  if (plain.length < 4 || /(?:ss|us|is)$/.test(plain)) return plain;
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  return plain.replace(/(?<=ss|sh|ch|x)es$|s$/, '');
}

/** @returns the query's distinct words without stop words, unless it has only stop words. */
export function wordsToFind(query: string): string[] {
  const words = [...new Set(splitWords(query).map((word) => word.toLowerCase()))];
  const telling = words.filter((word) => !stopWords.has(word));
  return telling.length > 0 ? telling : words;
}
