import { describe, expect, it } from 'vitest';
import { makeVocabulary, typosBetween } from './vocabulary.ts';
import { normalizeWord, splitWords } from './words.ts';

const vocabulary = makeVocabulary(
  splitWords(
    'Denials, a denial, the denial and detail. Medicaid, medical medical medical. An ALJ hears you. Lawyer, later, later. 2024',
  ),
  ['attorney'],
  normalizeWord,
);

describe('a mistyped word', () => {
  it.each([
    ['one that is there', 'denial'],
    ['the beginning of one that is there', 'medi'],
    ['another name of the field', 'attorney'],
    ['too short to tell', 'alk'],
    ['a number', '2025'],
    ['like none', 'xyzzyxyzzy'],
    ['two typos in a short word', 'ladrr'],
  ])('is left alone: %s', (_why, word) => {
    expect(vocabulary.nearest(word)).toBeUndefined();
  });

  it.each([
    ['denail', 'denial'],
    ['dneial', 'denial'],
    ['medicad', 'medicaid'],
    ['medcal', 'medical'],
    ['lawer', 'lawyer'],
    ['attourney', 'attorney'],
    ['atorny', 'attorney'],
  ])('is corrected to the intended word: %s', (typed, meant) => {
    expect(vocabulary.nearest(typed)).toBe(meant);
  });
});

describe('typing errors', () => {
  it.each([
    ['denial', 'denial', 0],
    ['denail', 'denial', 1],
    ['denil', 'denial', 1],
    ['deniall', 'denial', 1],
    ['demial', 'denial', 1.25],
    ['', 'abc', 3],
  ])('are counted: %s for %s', (one, other, typos) => {
    expect(typosBetween(one, other)).toBe(typos);
    expect(typosBetween(other, one)).toBe(typos);
  });
});
