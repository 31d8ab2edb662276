import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { joinPhoneNumbers, phoneDigits } from '@claimdesk/forms/phone';
import { trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from './key-ring.ts';
import { beginnings, firstNames, lastNames } from './name-frequencies.ts';

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
  /** How they were made: `searchTokensVersion`. */
  v: number;
}

/** Records with tokens of another version are not found: a change of what is hashed needs a new version and a migration. */
export const searchTokensVersion = 2;

/** The schema of a record's search tokens, as `search_tokens: searchTokensSchema`. Index `search_tokens.t`. */
export const searchTokensSchema = [
  {
    _id: false,
    k: { type: String, required: true },
    t: { type: [String], required: true },
    v: { type: Number, required: true },
  },
];

/** The longest search that staff may type. */
export const maxQueryLength = 100;
const maxWords = 6;

/** What kind of text a token stands for: the last four digits of a phone number find no name and no reference. */
type Kind = 'name' | 'names' | 'phone' | 'email' | 'reference';
type Term = readonly [kind: Kind, text: string];

/**
 * A name has a token for each of these beginnings, so that their number does not say how long it is. A beginning of another
 * length is looked for by the next shorter one of these.
 */
const prefixLengths = [3, 4, 5, 6, 8] as const;
const [shortest] = prefixLengths;
/** Fills up a name that is shorter than its beginning. No name has it. */
const filler = '$';

/**
 * What more people than this share has several tokens, of which each record has one at random: see `variantsOf`. Beginnings of
 * three letters are so common that a smaller share would make a search for one read more ranges of the index than
 * MongoDB merges (200, for each status).
 */
const rareShare = { beginning: 96 / 100_000, other: 50 / 100_000 } as const;

/** 96 bits: a million records have some 15 million tokens, and no two of them the same by chance. */
const tokenLength = 16;

/**
 * Keyed hashes by which an encrypted record is found: of the beginnings of the words of names, alone and by twos, of phone numbers
 * whole, without area code and by their last four digits, of email addresses whole and before the @, and of references. They are
 * different in each collection, so that a stolen dump does not show who is in several, and what is common has several.
 *
 * @param ring `keys.lookups`. @returns the tokens under each key of the ring, the key in use first.
 */
export function searchTokens(ring: KeyRing, collection: string, searchable: Searchable): SearchTokens[] {
  return ring.map(({ id, secret }) => ({
    k: id,
    t: [...new Set(drawTokens({ secret, collection }, searchable))].sort(),
    v: searchTokensVersion,
  }));
}

/** @returns the tokens in the order of what they stand for, which is not stored. */
export function drawTokens(place: Place, searchable: Searchable): string[] {
  return termsOf(searchable).map((term) => tokenOf(place, term, randomInt(variantsOf(place, term))));
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
    return { 'search_tokens.t': trusted({ $in: allTokensOf(ring, collection, terms) }) };
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
  return { 'search_tokens.t': trusted({ $in: allTokensOf(ring, collection, terms) }) };
}

/** Where tokens are the same for the same term. */
interface Place {
  secret: KeyObject;
  collection: string;
}

function allTokensOf(ring: KeyRing, collection: string, terms: readonly Term[]): string[] {
  const tokens = ring.flatMap(({ secret }) =>
    terms.flatMap((term) =>
      Array.from({ length: variantsOf({ secret, collection }, term) }, (_, variant) =>
        tokenOf({ secret, collection }, term, variant),
      ),
    ),
  );
  return [...new Set(tokens)];
}

function tokenOf(place: Place, term: Term, variant: number): string {
  return hash(place, ['search', ...term, variant])
    .toString('base64url')
    .slice(0, tokenLength);
}

function hash({ secret, collection }: Place, value: unknown[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([collection, ...value]))
    .digest();
}

/**
 * So that a dump does not show how common a name is, each token is shared by about as many records as those of rare names. Whether a
 * term has one token more depends on the key, so that nobody knows how many records to expect.
 *
 * @returns how many tokens a term has.
 */
function variantsOf(place: Place, term: Term): number {
  const shares = sharesOf(term);
  if (shares === 0) return 1;
  const extra = hash(place, ['variants', ...term]).readUInt32BE() / 2 ** 32;
  return Math.ceil(shares + extra) || 1;
}

/** @returns how many people have what a term stands for, in rare shares; 0 for what nobody counted. */
export function sharesOf([kind, text]: Term): number {
  if (kind === 'name')
    return text.length === shortest
      ? frequencyOf(text) / rareShare.beginning
      : frequencyOf(text) / rareShare.other;
  const [one = '', other = ''] = kind === 'names' ? text.split(' ') : [];
  return (frequencyOf(one) * frequencyOf(other)) / rareShare.other;
}

/** @returns how many of the people have a name with this beginning, as a share of them. */
function frequencyOf(beginning: string): number {
  return (frequencies.get(beginning) ?? 0) / 100_000;
}

const frequencies = countBeginnings();

/** A name that is common begins most of the words that begin as it does: what is rarer is left out, but of three letters. */
function countBeginnings(): Map<string, number> {
  const counts = new Map(beginnings);
  for (const [name, count] of [...lastNames, ...firstNames])
    for (const beginning of beginningsOf(name).filter(({ length }) => length > shortest))
      counts.set(beginning, (counts.get(beginning) ?? 0) + count);
  return counts;
}

function termsOf({ names, phones, emails, references }: Searchable): Term[] {
  const words = [...new Set(names.flatMap(nameWords))];
  return [
    ...words.flatMap(beginningsOf).map(asTerm('name')),
    ...pairsOf(words).map(asTerm('names')),
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
    return [parts.join(''), ...parts.filter(({ length }) => length >= shortest)];
  });
  return [...new Set(words)].filter(Boolean);
}

function beginningsOf(word: string): string[] {
  return prefixLengths.map((length) => beginningOf(word, length));
}

function beginningOf(word: string, length: number): string {
  const letters = [...word].slice(0, length);
  return letters.join('') + filler.repeat(length - letters.length);
}

/**
 * Of a name such as Ann Smith, each word may be common while both together are rare: with a token for `ann` beside `smi` a
 * search reads few records. @returns the beginnings of each two words, in alphabetical order.
 */
function pairsOf(words: readonly string[]): string[] {
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
  if (!unspaced.test(name)) return [[nameTerm(name)]];
  const letters = [...name];
  const cuts = letters.slice(1).map((_, at) => at + 1);
  const term = (part: string[]) => nameTerm(part.join(''));
  return [
    [term(letters), ...cuts.map((cut) => term(letters.slice(0, cut)))],
    [term(letters), ...cuts.map((cut) => term(letters.slice(cut)))],
  ];
}

/** A name of one or two letters has to be the whole word. */
function nameTerm(typed: string): Term {
  const { length } = [...typed];
  return ['name', beginningOf(typed, prefixLengths.findLast((each) => each <= length) ?? shortest)];
}
