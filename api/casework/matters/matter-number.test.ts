import { expect, it } from 'vitest';
import { makeMatterNumber, matterNumberIn, matterNumberPattern } from './matter-number.ts';

const opened = new Date('2027-01-01T02:00:00Z');

it('has the year in New Jersey, and four digits', () => {
  const number = makeMatterNumber(0, opened);
  expect(number).toMatch(/^M-26-\d{4}$/);
  expect(number).toMatch(matterNumberPattern);
});

it('is longer the more numbers are taken, so that a year never runs out of them', () => {
  expect([2, 3, 6, 99].map((attempt) => makeMatterNumber(attempt, opened).length)).toEqual([9, 10, 11, 13]);
});

it('is read as people type it, and nothing else is', () => {
  expect(['M-26-0412', ' m-26-0412 ', '26-0412'].map(matterNumberIn)).toEqual(Array(3).fill('M-26-0412'));
  expect(['Dana', '0412', '555-0147', '201-555-0147'].map(matterNumberIn)).toEqual(Array(4).fill(undefined));
});
