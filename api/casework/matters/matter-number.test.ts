import { expect, it } from 'vitest';
import { makeMatterNumber, matterNumberPattern } from './matter-number.ts';

const opened = new Date('2027-01-01T02:00:00Z');

it('has the year in New Jersey, and four digits', () => {
  const number = makeMatterNumber(0, opened);
  expect(number).toMatch(/^M-26-\d{4}$/);
  expect(number).toMatch(matterNumberPattern);
});

it('is longer the more numbers are taken, so that a year never runs out of them', () => {
  expect([2, 3, 6, 99].map((attempt) => makeMatterNumber(attempt, opened).length)).toEqual([9, 10, 11, 13]);
});
