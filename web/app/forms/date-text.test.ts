import { tidyValue } from '@claimdesk/forms/tidy';
import { expect, test } from 'vitest';
import { joinDate, splitDate } from './date-text.ts';

const field = { title: '', shortTitle: '', widget: 'date' as const, messages: {} };
const stored = (typed: string | undefined) => tidyValue({ type: 'string' }, field, typed);

test.each([
  ['13', '45', '19'],
  ['2', '30', '1958'],
  ['2', '29', '1900'],
  ['April', '12', '1958'],
  ['4', '', ''],
  ['', '', '1958'],
  ['4', '12', '58'],
])('what is no day of the calendar stays as it was typed: %s %s %s', (month, day, year) => {
  const joined = joinDate({ month, day, year });
  expect(stored(joined)).toBe(joined);
  expect(splitDate(joined)).toEqual({ month, day, year });
});

test.each([
  ['4', '12', '1958', '1958-04-12'],
  ['04', '02', '1958', '1958-04-02'],
  [' 4 ', ' 2', '1958 ', '1958-04-02'],
  ['2', '29', '2000', '2000-02-29'],
])('a day is stored in one way, and shown without zeros: %s %s %s', (month, day, year, date) => {
  expect(stored(joinDate({ month, day, year }))).toBe(date);
  expect(splitDate(date)).toEqual({
    month: String(Number(month)),
    day: String(Number(day)),
    year: year.trim(),
  });
});

test('nothing typed is no answer, and shows three empty fields', () => {
  expect(joinDate({ month: '', day: ' ', year: '' })).toBeUndefined();
  expect(splitDate(undefined)).toEqual({ month: '', day: '', year: '' });
});
