import { joinPhoneNumbers, phoneDigits } from '@claimdesk/forms/phone';

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

/** Letters of each word in an indexed pair. Shorter words are only indexed alone. */
const pairedLetters = 3;

/** @returns the text in lower case, without accents and apostrophes: `O’Brién` becomes `obrien`. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’ʼ`]/gu, '')
    .replace(/[ßæœøłđðþ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** @returns the distinct words of a search, as the index holds them. */
export function queryWords(text: string): string[] {
  return [...new Set(splitWords(foldText(text)).map((word) => word.slice(0, longestPrefix)))];
}

/**
 * All prefixes of every word: the first letter, the first two letters, and so on.
 *
 * Stored one by one, so that the index answers a search by equality and in the directory's order. A pattern over whole
 * words would have to collect and sort all that match before it could show the first page.
 */
export function wordPrefixes(texts: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const word of texts.flatMap(indexedWords)) {
    for (let length = 1; length <= Math.min(word.length, longestPrefix); length += 1) {
      prefixes.add(word.slice(0, length));
    }
  }
  return [...prefixes];
}

/**
 * The first three letters of each two words, such as `ann smi`. Each word of a name may be common while both together are rare, so
 * a search of both words reads few attorneys.
 *
 * @param texts those of an attorney, or the words of a search. @returns the pairs, each in alphabetical order.
 */
export function wordPairs(texts: readonly string[]): string[] {
  const beginnings = texts
    .flatMap(indexedWords)
    .filter(({ length }) => length >= pairedLetters)
    .map((word) => word.slice(0, pairedLetters));
  const sorted = [...new Set(beginnings)].sort();
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `${one} ${other}`));
}

/** "O’Brien" is found by "obrien", and by "o brien". */
function indexedWords(text: string): string[] {
  return [...splitWords(foldText(text)), ...splitWords(foldText(text.replace(/['’ʼ`]/g, ' ')))];
}

/**
 * Further terms that staff find an attorney by: the phone number whole, without area code and by its last four digits, and
 * the email address whole and before the @. No word that a visitor types has a colon in it.
 */
export function contactTerms({ phone, email }: { phone: string; email: string }): string[] {
  const digits = phoneDigits(phone).slice(-10);
  const address = email.trim().toLowerCase();
  return [
    ...[digits, digits.slice(-7), digits.slice(-4)].map(phoneTerm),
    ...[address, address.slice(0, address.lastIndexOf('@'))].map(emailTerm),
  ];
}

/** @returns for each thing that staff typed the terms that it may stand for, of which an attorney must have one. */
export function queryTerms(text: string): string[][] {
  return joinPhoneNumbers(text)
    .split(/[\s,;]+/)
    .flatMap((typed) => {
      const address = typed.trim().toLowerCase();
      if (address.includes('@')) return [[emailTerm(address)]];
      const [, digits] = /^\(?(\d{4,})[.)-]*$/.exec(typed) ?? [];
      const phone = digits ? [phoneTerm(digits)] : [];
      return queryWords(typed).map((word) => [word, emailTerm(address), ...phone]);
    });
}

function phoneTerm(digits: string): string {
  return `phone:${digits}`;
}

function emailTerm(address: string): string {
  return `email:${address}`;
}

function splitWords(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
