import { describe, expect, it } from 'vitest';
import { normalizeWord, readQuery, splitWords, wordsToFind } from './words.ts';

describe('a query', () => {
  it.each([
    ['nothing', '', ''],
    ['only spaces', ' \t\n ', ''],
    ['only control characters', '\u0000\u0007\u001b\u200b\u202e', ''],
    ['control characters in between', 'back\u0000pain\r\nSet-Cookie: a', 'back pain Set-Cookie: a'],
    ['invisible and direction-changing characters', '\u202edenial\u200b \ufeff', 'denial'],
    ['half a character', 'pain \ud83d', 'pain'],
    ['markup, which is only text', '<b>"&', '<b>"&'],
    ['letters and accents apart', 'cafe\u0301', 'café'],
  ])('is made safe to show: %s', (_what, raw, query) => {
    expect(readQuery(raw)).toBe(query);
  });

  it('is cut after 100 characters, never inside one', () => {
    expect(readQuery('a'.repeat(5_000))).toHaveLength(100);
    expect([...readQuery('📬'.repeat(150))]).toEqual(Array.from({ length: 100 }, () => '📬'));
    expect(readQuery(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
  });
});

describe('words', () => {
  it('keep their apostrophes, and numbers keep their decimal points', () => {
    expect(splitWords("The doctor's form SSA-561: $1,550 (20 CFR 404.909).")).toEqual([
      'The',
      "doctor's",
      'form',
      'SSA',
      '561',
      '1,550',
      '20',
      'CFR',
      '404.909',
    ]);
  });

  it.each([
    ['Benefits', 'benefit'],
    ['illnesses', 'illness'],
    ['taxes', 'tax'],
    ['disabilities', 'disability'],
    ['status', 'status'],
    ['process', 'process'],
    ['Doctor’s', 'doctor'],
    ["doctors'", 'doctor'],
    ['naïve', 'naive'],
    ['1,550', '1550'],
    ['404.909', '404.909'],
    ['SSI', 'ssi'],
  ])('are found in another form: %s', (word, normal) => {
    expect(normalizeWord(word)).toBe(normal);
    expect(normalizeWord(normal)).toBe(normal);
  });

  it('exclude stop words, unless there are no others', () => {
    expect(wordsToFind('How long do I have to appeal a denial')).toEqual(['long', 'appeal', 'denial']);
    expect(wordsToFind('what is it')).toEqual(['what', 'is', 'it']);
    expect(wordsToFind('Back back BACK')).toEqual(['back']);
  });
});
