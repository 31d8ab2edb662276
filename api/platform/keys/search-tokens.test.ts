import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyRing, makeKeys, parseKeys } from './key-ring.ts';
import { beginnings } from './name-frequencies.ts';
import { type Searchable, searchConditions, searchTokens } from './search-tokens.ts';

const [first] = parseKeys(makeKeys()).lookups;
const older: KeyRing = [first];
const newer: KeyRing = [{ ...parseKeys(makeKeys()).lookups[0], id: 'k2' }, first];

const person: Searchable = {
  names: ['José María', "O'Testwright-Smith"],
  phones: ['+1 (201) 555-0147'],
  emails: ['Jose.OT@Example.com'],
  references: ['K7QH-M9XC'],
};

/** @returns whether a query finds the person, as MongoDB would by its conditions. */
function finds(
  query: string,
  { stored = older, asking = older, collection = 'people', who = person } = {},
): boolean {
  const tokens = new Set(searchTokens(stored, 'people', who).flatMap(({ t }) => t));
  return searchConditions(asking, collection, query).every((condition) => {
    const { $in } = condition['search_tokens.t'] as { $in: string[] };
    return $in.some((token) => tokens.has(token));
  });
}

/** Of submissions: each is a range of its own. */
const statuses = 3;
const nothing: Searchable = { names: [], phones: [], emails: [], references: [] };

describe('a name in any script', () => {
  const named = (...names: string[]) => ({ who: { ...nothing, names } });

  it.each([
    ['王大明', '小明', '王'],
    ['明小王', '小明', '王'],
    ['김영희', '철수', '김'],
    ['محمد حسن', 'محمد', 'علي'],
  ])('is not found by another name: %s', (query, ...names) => {
    expect(finds(query, named(...names))).toBe(false);
  });

  it.each([
    ['王小明', '小明', '王'],
    ['王 小明', '小明', '王'],
    ['小明 王', '小明', '王'],
    ['김철수', '철수', '김'],
    ['Nguyen Thi Minh Khai', 'Minh Khai', 'Nguyễn Thị'],
    ['Nguyễn Thị Minh Khai'.normalize('NFD'), 'Minh Khai', 'Nguyễn Thị'],
    ['Παπαδοπουλου', 'Ελένη', 'Παπαδοπούλου'],
    ['шевченко', 'Олександр', 'Шевченко'],
    ['علي محمد', 'محمد', 'علي'],
    ['דוד כהן', 'דוד', 'כהן'],
    ['अनिता शर्मा', 'अनिता', 'शर्मा'],
    ['obrien', 'Ana', "O'Brien-Łukasz"],
  ])('is found as it is written, with the family name first or last: %s', (query, ...names) => {
    expect(finds(query, named(...names))).toBe(true);
  });
});

describe('a search', () => {
  it.each([
    ['', 'Type a name'],
    ['  , ; ', 'Type a name'],
    ['-- ()', 'Type a name'],
    ['one two three four five six seven', 'at most 6 words'],
  ])('is refused when there is nothing to search for, or too much: %j', (query, sentence) => {
    expect(() => searchConditions(older, 'people', query)).toThrow(sentence);
  });

  it.each([
    ['a name as it is', 'José'],
    ['seven letters of a name, by the first six', 'otestwr'],
    ['a long name, by the first eight letters', 'otestwrinkle'],
    ['without accents and capitals', 'jose maria'],
    ['the words in any order', 'smith jose'],
    ['the beginning of a name, from its third letter on', 'tes'],
    ['the beginnings of two names', 'smi mar'],
    ['a name and a single beginning of two', 'jose jos'],
    ['both parts of a name with a hyphen', 'otestwright-smith'],
    ['a name with either apostrophe', 'o’testwright'],
    ['the name after an apostrophe', 'testwright'],
    ['ten digits', '2015550147'],
    ['a phone number as people write it', '(201) 555-0147'],
    ['a phone number with the country code', '+1 201-555-0147'],
    ['a phone number without the area code', '555 0147'],
    ['a phone number with a 1 and without the area code', '1-555-0147'],
    ['the last four digits', '0147'],
    ['a name and a phone number', 'jose (201) 555-0147'],
    ['a phone number in parentheses', 'jose (+1 201 555 0147)'],
    ['a phone number at the end of a sentence', '201-555-0147.'],
    ['an email address', 'JOSE.OT@example.com'],
    ['what is before the @', 'jose.ot'],
    ['a reference', 'K7QH-M9XC'],
    ['a reference without dash and capitals', 'k7qhm9xc'],
  ])('finds by %s: %s', (_what, query) => {
    expect(finds(query)).toBe(true);
  });

  it('finds a number with an extension by the number, whether the extension is typed or not', () => {
    const who = { ...nothing, phones: ['2015550147x89'] };
    for (const query of ['(201) 555-0147', '555-0147 ext. 89', '0147', '(201) 555-0147 x12'])
      expect(finds(query, { who })).toBe(true);
    expect(finds('201555014789', { who })).toBe(false);
  });

  it.each(['zoe1757.7498led@example.com', '15550147@example.com', 'zoe1201.5550147', '1201.5550147.zoe'])(
    'finds by an email address with digits like those of a phone number: %s',
    (query) => {
      const email = query.includes('@') ? query : `${query}@example.com`;
      expect(finds(query, { who: { ...nothing, emails: [email] } })).toBe(true);
    },
  );

  it.each([
    ['two letters of a name', 'jo'],
    ['the end of a name', 'wright'],
    ['one word that is right and one that is not', 'jose miller'],
    ['two names that begin alike', 'joseph marianne'],
    ['other digits of the phone number', '5550'],
    ['the area code', '201'],
    ['another email address', 'jose.ot@example.org'],
    ['a part of the reference', 'K7QH'],
    ['an operator', '{"$gt":""}'],
    ['a pattern', '.*'],
  ])('does not find by %s: %s', (_what, query) => {
    const found = /[\p{L}\p{N}]/u.test(query) && finds(query);
    expect(found).toBe(false);
  });

  it('reads the records that have both of two names, not all that have one', () => {
    const [both = {}] = searchConditions(older, 'people', 'jose smith');
    const { $in } = (both as { 'search_tokens.t': { $in: string[] } })['search_tokens.t'];
    const tokensOf = (...names: string[]) => searchTokens(older, 'people', { ...nothing, names })[0]?.t;
    expect(tokensOf('Jose', 'Smith')?.some((token) => $in.includes(token))).toBe(true);
    for (const name of ['Jose', 'Smith'])
      expect(tokensOf(name, 'Other')?.some((token) => $in.includes(token))).toBe(false);
  });

  it('does not take the last four digits of a phone number for a name or a reference, nor these for each other', () => {
    const tokens = (over: Partial<Searchable>) =>
      searchTokens(older, 'people', { ...nothing, ...over })[0]?.t ?? [];
    const kinds = [
      tokens({ names: ['12345678'] }),
      tokens({ phones: ['12345678'] }),
      tokens({ emails: ['12345678'] }),
      tokens({ references: ['1234-5678'] }),
    ];
    expect(kinds.every(({ length }) => length > 0)).toBe(true);
    expect(new Set(kinds.flat()).size).toBe(kinds.flat().length);
  });

  it('finds before, during and after a rotation, from processes with either ring', () => {
    expect(finds('jose', { stored: older, asking: newer })).toBe(true);
    expect(finds('jose', { stored: newer, asking: older })).toBe(true);
    expect(finds('jose', { stored: [newer[0]], asking: newer })).toBe(true);
    expect(finds('jose', { stored: [newer[0]], asking: older })).toBe(false);
  });
});

describe('what is stored for it', () => {
  const [{ t } = { t: [] as string[] }] = searchTokens(older, 'people', person);

  it('says nothing without the key', () => {
    const other =
      searchTokens([{ ...first, secret: createSecretKey(Buffer.alloc(32, 1)) }], 'people', person)[0]?.t ??
      [];
    expect(t.filter((token) => other.includes(token))).toEqual([]);
    for (const token of t) expect(token).toMatch(/^[\w-]{16}$/);
  });

  it('is different in each collection, so that a dump does not show who is in several', () => {
    const elsewhere = searchTokens(older, 'others', person)[0]?.t ?? [];
    expect(elsewhere.filter((token) => t.includes(token))).toEqual([]);
    expect(finds('jose', { collection: 'others' })).toBe(false);
  });

  it('is in an order that says nothing, and of as many tokens for a short word as for a long one', () => {
    expect(t).toEqual([...t].sort());
    for (const name of ['Li', 'Ann', 'abcdefghijklmnopqrstuvwxyz'])
      expect(searchTokens(older, 'people', { ...nothing, names: [name] })[0]?.t).toHaveLength(5);
  });

  it('is one of many tokens for a common name, and the same one for a rare name', () => {
    const stored = (name: string) =>
      new Set(
        Array.from(
          { length: 200 },
          () => searchTokens(older, 'people', { ...nothing, names: [name] })[0]?.t,
        ).flat(),
      );
    expect(stored('Smith').size).toBeGreaterThan(50);
    expect(stored('Zyxwv').size).toBe(5);
  });

  it('is asked for in few enough ranges that MongoDB merges them in the order of a list', () => {
    for (const name of beginnings.keys()) {
      const [condition = {}] = searchConditions(older, 'people', name);
      const { $in } = condition['search_tokens.t'] as { $in: string[] };
      expect($in.length * statuses).toBeLessThanOrEqual(200);
    }
  });
});
