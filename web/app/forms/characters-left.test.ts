import { describe, expect, test } from 'vitest';
import { countCharacters, leftInWords } from './characters-left.tsx';

describe('the room that is left for a text', () => {
  test.each([
    ['', 0],
    ['  abc \n', 3],
    ['a\r\nb', 3],
    ['👩🏽 é', 4],
    ['\ud800', 1],
  ])('counts %j as the rules of the form do', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test.each([
    [2000, 'You have 2,000 characters left'],
    [120, 'You have 120 characters left'],
    [1, 'You have 1 character left'],
    [0, 'You have 0 characters left'],
    [-1, 'You have 1 character too many'],
    [-1200, 'You have 1,200 characters too many'],
  ])('of %i is said in words', (left, words) => {
    expect(leftInWords(left)).toBe(words);
  });
});
