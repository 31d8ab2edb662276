import { describe, expect, it } from 'vitest';
import {
  contactTerms,
  foldText,
  queryTerms,
  queryWords,
  wordPairs,
  wordPrefixes,
} from './directory-words.ts';

describe('words of a search', () => {
  it.each(['', '   ', '.-,;', '$%&', '\u0000', '(.*)'])('nothing but signs is no search: %j', (text) => {
    expect(queryWords(text)).toEqual([]);
  });

  it.each([
    ['JOSÉ', ['jose']],
    ['Łódź Straße Bjørn', ['lodz', 'strasse', 'bjorn']],
    ['O’Brien', ['obrien']],
    ["o'brien", ['obrien']],
    ['Smith-Jones & Co.', ['smith', 'jones', 'co']],
    ['law Law LAW', ['law']],
    ['ﬁrm', ['firm']],
    ['{$ne: null}', ['ne', 'null']],
    ['Ωmega 24/7', ['ωmega', '24', '7']],
  ])('case, accents, apostrophes and signs make no difference: %s', (text, words) => {
    expect(queryWords(text)).toEqual(words);
  });

  it('a long word is told apart by its first 15 letters', () => {
    expect(queryWords('a'.repeat(90))).toEqual(['a'.repeat(15)]);
  });
});

describe('beginnings of words', () => {
  it('every beginning is there once', () => {
    expect(wordPrefixes(['Ann Anna'])).toEqual(['a', 'an', 'ann', 'anna']);
  });

  it('a name with an apostrophe is found in one word and in two', () => {
    expect(wordPrefixes(['O’Br'])).toEqual(expect.arrayContaining(['ob', 'obr', 'o', 'b', 'br']));
  });

  it('one attorney can’t fill the index', () => {
    expect(wordPrefixes(['x'.repeat(10_000)])).toHaveLength(15);
  });

  it('whatever is stored is found by each of its beginnings', () => {
    const stored = wordPrefixes(['Zoë van der Meer-Łukasz', 'Straße']);
    for (const typed of ['ZOE', 'van d', 'meer', 'łuk', 'luk', 'STRASSE', 'straß']) {
      expect(stored).toEqual(expect.arrayContaining(queryWords(typed)));
    }
  });
});

describe('pairs of words', () => {
  it('are the first three letters of each two words, once and in alphabetical order', () => {
    expect(wordPairs(['Łukasz Anna Ann', 'O’Brien'])).toEqual([
      'ann bri',
      'ann luk',
      'ann obr',
      'bri luk',
      'bri obr',
      'luk obr',
    ]);
  });

  it('are none of shorter words, and of words that begin alike', () => {
    for (const text of ['', 'Bo Li', 'Ann Anna', 'Smith NJ']) expect(wordPairs([text])).toEqual([]);
  });

  it('of a search are among those of an attorney whom both words find', () => {
    const stored = wordPairs(['Zoë van der Meer-Łukasz', 'Straße & O’Neil']);
    for (const typed of ['luk zoe', 'Meer ZOË', 'straß łukasz', "o'neil van", 'neil meer'])
      expect(stored).toEqual(expect.arrayContaining(wordPairs(queryWords(typed))));
  });
});

it('folding keeps spaces, so that a name sorts before the longer name that begins with it', () => {
  expect(['Ann Zett', 'Anna Ab'].map(foldText).sort()).toEqual(['ann zett', 'anna ab']);
});

describe('what staff find an attorney by besides words', () => {
  const terms = contactTerms({ phone: '+1 (201) 555-0144', email: ' Zoe.Ledger@Example.com ' });

  it('is the phone number whole, without area code and by its end, and the email address whole and before the @', () => {
    expect(terms).toEqual([
      'phone:2015550144',
      'phone:5550144',
      'phone:0144',
      'email:zoe.ledger@example.com',
      'email:zoe.ledger',
    ]);
  });

  it.each([
    '(201-555-0144).',
    '201-555-0144',
    '1 201 555 0144',
    '5550144',
    '0144',
    'zoe.ledger',
    'ZOE.LEDGER@EXAMPLE.COM',
  ])('is found by %s', (typed) => {
    const each = queryTerms(typed);
    expect(each.length).toBeGreaterThan(0);
    for (const alternatives of each)
      expect(alternatives.some((term) => [...terms, 'zoe', 'ledger'].includes(term))).toBe(true);
  });

  it.each(['zoe1757.7498led@example.com', '15550144@example.com', 'zoe1201.5550144', '1201.5550144.zoe'])(
    'is an email address with digits like those of a phone number: %s',
    (address) => {
      for (const alternatives of queryTerms(address)) expect(alternatives).toContain(`email:${address}`);
    },
  );

  it('is nothing that a visitor can type', () => {
    for (const term of terms) expect(queryWords(term)).not.toContain(term);
  });
});
