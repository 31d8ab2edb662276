import { describe, expect, test } from 'vitest';
import { countCharacters, describeRemaining } from './characters-left.tsx';

describe('characters left', () => {
  test.each([
    ['', 0],
    ['  abc \n', 3],
    ['a\r\nb', 3],
    ['👩🏽 é', 4],
    ['\ud800', 1],
  ])("counts %j as the form's validation does", (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test.each([
    [2000, 'You have 2,000 characters left'],
    [120, 'You have 120 characters left'],
    [1, 'You have 1 character left'],
    [0, 'You have 0 characters left'],
    [-1, 'You have 1 character too many'],
    [-1200, 'You have 1,200 characters too many'],
  ])('%i is put into words', (remaining, words) => {
    expect(describeRemaining(remaining)).toBe(words);
  });
});
