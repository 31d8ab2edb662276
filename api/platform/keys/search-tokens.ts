import { createHmac, type KeyObject } from 'node:crypto';
import { joinPhoneNumbers, phoneDigits } from '@claimdesk/forms/phone';
import { trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from './key-ring.ts';

/** What a record can be found by, as it was typed. */
export interface Searchable {
  names: readonly string[];
  phones: readonly string[];
  emails: readonly string[];
  /** References such as `K7QH-M9XC`. */
  references: readonly string[];
}

/** The search tokens of one record under one key: the key's id and the tokens, sorted, so that their order says nothing. */
export interface SearchTokens {
  k: string;
  t: string[];
}

/** The schema of a record's search tokens, as `search_tokens: searchTokensSchema`. Index `search_tokens.t`. */
export const searchTokensSchema = [
  {
    _id: false,
    k: { type: String, required: true },
    t: { type: [String], required: true },
  },
];

/** The longest search that staff may type. */
export const maxQueryLength = 100;
const maxWords = 6;

/** What kind of text a token stands for: the last four digits of a phone number find no name and no reference. */
type Kind = 'name' | 'names' | 'phone' | 'email' | 'reference';
type Term = readonly [kind: Kind, text: string];

/** A name is found from its third letter on; longer beginnings than this are found only by the whole word. */
const prefixLengths = { shortest: 3, longest: 12 } as const;

/** 96 bits: a million records have some 15 million tokens, and no two of them the same by chance. */
const tokenLength = 16;

/**
 * Keyed hashes by which an encrypted record is found: of the words of names and their beginnings, alone and by twos, of phone numbers whole,
 * without area code and by their last four digits, of email addresses whole and before the @, and of references. They are
 * different in each collection, so that a stolen dump does not show who is in several.
 *
 * @param ring `keys.lookups`. @returns the tokens under each key of the ring, the key in use first.
 */
export function searchTokens(ring: KeyRing, collection: string, searchable: Searchable): SearchTokens[] {
  const terms = termsOf(searchable);
  return ring.map(({ id, secret }) => ({
    k: id,
    t: [...new Set(terms.map((term) => tokenOf(secret, collection, term)))].sort(),
  }));
}

/**
 * @param ring `keys.lookups`. @returns the conditions of a search, all of which a record has to match.
 * @throws DomainError `bad-input` when there is nothing to search for, or too much.
 */
export function searchConditions(
  ring: KeyRing,
  collection: string,
  query: string,
): Record<string, unknown>[] {
  const { words, pairs } = parseQuery(query);
  if (words.length === 0)
    throw new DomainError('bad-input', 'Type a name, a phone number, an email address or a reference.', {
      reason: 'query',
    });
  if (words.length > maxWords)
    throw new DomainError('bad-input', `Search for at most ${maxWords} words at a time.`, {
      reason: 'query',
    });
  return [...pairs, ...words].map((terms) => {
    const tokens = ring.flatMap(({ secret }) => terms.map((term) => tokenOf(secret, collection, term)));
    return { 'search_tokens.t': trusted({ $in: tokens }) };
  });
}

/** @returns a filter for the records that have one of these phone numbers or email addresses as a whole. */
export function contactFilter(
  ring: KeyRing,
  collection: string,
  { phones, emails }: Pick<Searchable, 'phones' | 'emails'>,
): Record<string, unknown> {
  const terms = [
    ...phones.map(foldPhone).filter(Boolean).map(asTerm('phone')),
    ...emails.map(foldEmail).filter(Boolean).map(asTerm('email')),
  ];
  const tokens = ring.flatMap(({ secret }) => terms.map((term) => tokenOf(secret, collection, term)));
  return { 'search_tokens.t': trusted({ $in: [...new Set(tokens)] }) };
}

function tokenOf(secret: KeyObject, collection: string, [kind, text]: Term): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['search', collection, kind, text]))
    .digest('base64url')
    .slice(0, tokenLength);
}

function termsOf({ names, phones, emails, references }: Searchable): Term[] {
  return [
    ...names.flatMap(nameWords).flatMap(beginningsOf).map(asTerm('name')),
    ...pairsOf(names.flatMap(nameWords)).map(asTerm('names')),
    ...phones.flatMap(phoneEndings).map(asTerm('phone')),
    ...emails.map(foldEmail).flatMap(emailParts).map(asTerm('email')),
    ...references.map(foldReference).map(asTerm('reference')),
  ];
}

function asTerm(kind: Kind) {
  return (text: string): Term => [kind, text];
}

/** @returns the words of a name in small letters without accents; `O'Neil` is found as `oneil` and as `neil`. */
function nameWords(name: string): string[] {
  const folded = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const words = folded.split(/[^\p{L}\p{N}'’ʼ]+/u).flatMap((word) => {
    const parts = word.split(/['’ʼ]/).filter(Boolean);
    return [parts.join(''), ...parts.filter(({ length }) => length >= prefixLengths.shortest)];
  });
  return words.filter(Boolean);
}

function beginningsOf(word: string): string[] {
  const { shortest, longest } = prefixLengths;
  const letters = [...word];
  const beginnings = letters.slice(0, longest).map((_, at) => letters.slice(0, at + 1).join(''));
  return [...beginnings.slice(shortest - 1), word];
}

/**
 * Of a name such as Ann Smith, each word may be common while both together are rare: with a token for `ann` beside `smi` a
 * search reads few records. @returns the beginnings of each two words, in alphabetical order.
 */
function pairsOf(words: readonly string[]): string[] {
  const { shortest } = prefixLengths;
  const beginnings = words
    .map((word) => [...word].slice(0, shortest))
    .filter(({ length }) => length === shortest);
  const sorted = [...new Set(beginnings.map((letters) => letters.join('')))].sort();
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `${one} ${other}`));
}

/** @returns a US number's ten digits, its last seven and its last four; of any other number all digits and the last four. */
function phoneEndings(phone: string): string[] {
  const digits = foldPhone(phone);
  const endings = digits.length === 10 ? [digits, digits.slice(-7)] : [digits];
  return [...endings, digits.slice(-4)].filter(({ length }) => length >= 4);
}

/** @returns the digits of a number without its country code and extension. */
function foldPhone(phone: string): string {
  const digits = phoneDigits(phone);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

function emailParts(email: string): string[] {
  return [email, email.slice(0, email.lastIndexOf('@'))].filter(Boolean);
}

function foldReference(reference: string): string {
  return reference.toUpperCase().replace('-', '');
}

/** @returns what each word of a search may stand for, and each two names in it. */
function parseQuery(query: string): { words: Term[][]; pairs: Term[][] } {
  const joined = joinPhoneNumbers(query.slice(0, maxQueryLength));
  const typed = joined.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  // One of several words that has only letters is a name; alone it may be the beginning of an email address too.
  const isName = (word: string) => typed.length > 1 && /^[\p{L}\p{M}'’ʼ]+$/u.test(word);
  const names = typed.filter(isName).flatMap((word) => nameWords(word)[0] ?? []);
  const others = typed.filter((word) => !isName(word)).flatMap(meaningsOf);
  return {
    words: [...names.flatMap(meaningsOfName), ...others].filter(({ length }) => length > 0),
    pairs: pairsOf(names).map((pair): Term[] => [['names', pair]]),
  };
}

function meaningsOf(word: string): Term[][] {
  if (word.includes('@')) return [[['email', foldEmail(word)]]];
  const others: Term[] = [];
  const digits = foldPhone(word);
  if (digits.length >= 4 && /^[\d().+-]+$/.test(word)) others.push(['phone', digits]);
  if (/^[0-9a-z]{4}-?[0-9a-z]{4}$/i.test(word)) others.push(['reference', foldReference(word)]);
  // A name in two parts, such as Smith-Jones, must have both; what else the word may be, it is as a whole.
  const names = word.split(/[^\p{L}\p{M}\p{N}'’ʼ]+/u).flatMap((part) => nameWords(part)[0] ?? []);
  if (names.length === 0) return [others];
  const whole: Term[] = [...others, ['email', foldEmail(word)]];
  return names.flatMap((name) => meaningsOfName(name).map((terms) => [...terms, ...whole]));
}

/** Scripts that put no space between the parts of a name. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u;

/**
 * A name such as 王小明 is stored in two parts and typed as one word: whatever its first part is, a record has to have a beginning
 * of it, and an end of it too.
 */
function meaningsOfName(name: string): Term[][] {
  if (!unspaced.test(name)) return [[['name', name]]];
  const letters = [...name];
  const cuts = letters.slice(1).map((_, at) => at + 1);
  const term = (part: string[]): Term => ['name', part.join('')];
  return [
    [term(letters), ...cuts.map((cut) => term(letters.slice(0, cut)))],
    [term(letters), ...cuts.map((cut) => term(letters.slice(cut)))],
  ];
}
