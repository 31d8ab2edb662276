/** The longest query that is read, in characters as people count them. */
export const queryAtMost = 100;

/** Words that stand in every text and say nothing of what somebody looks for. */
const smallWords = new Set(
  (
    'a about am an and any are as at be been but by can could did do does for from get gets getting got had has have ' +
    'how i if in is it its just me much my need of on or our please should so tell than that the their them then ' +
    'there they this to was we were what when where which while who whom why will with would you your'
  ).split(' '),
);

/**
 * Makes of what was typed, pasted or sent a line that is safe to look for and to show: no control, invisible or
 * direction-changing characters, single spaces, at most 100 characters.
 */
export function readQuery(raw: string): string {
  const line = raw
    .slice(0, queryAtMost * 10)
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...line].slice(0, queryAtMost).join('').trim();
}

/** Where the words of a text are. An apostrophe belongs to its word; a number keeps its point and comma. */
export const wordPattern = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** @returns the words of a text, or of a query, in their order and as they are written. */
export function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/**
 * @returns the form under which a word is kept and found: lower case, without accents, apostrophes and the ending of
 * the plural.
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

/** @returns the query's words without the small ones, each once, unless there are only small ones. */
export function wordsToFind(query: string): string[] {
  const words = [...new Set(wordsOf(query).map((word) => word.toLowerCase()))];
  const telling = words.filter((word) => !smallWords.has(word));
  return telling.length > 0 ? telling : words;
}
