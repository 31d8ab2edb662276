import { expect, test } from 'vitest';
import { normalizeValue } from './normalize.ts';
import { joinDate, normalizeDate, readDate, splitDate, wrongDateParts } from './typed-date.ts';

const field = { title: '', shortTitle: '', widget: 'date' as const, messages: {} };
const stored = (typed: string | undefined) => normalizeValue({ type: 'string' }, field, typed);

test.each([
  ['13', '45', '19'],
  ['2', '30', '1958'],
  ['2', '29', '1900'],
  ['Aprilis', '12', '1958'],
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

test.each([
  ['4/27/1968', '1968-04-27'],
  ['04/27/1968', '1968-04-27'],
  ['4 / 27 / 1968', '1968-04-27'],
  ['2/29/2004', '2004-02-29'],
  ['2/29/2005', '2/29/2005'],
  ['13/45/19', '13/45/19'],
  ['4/27/68', '4/27/68'],
  ['4/27', '4/27'],
  ['//', '//'],
  ['April/27/1968', '1968-04-27'],
  ['27.4.1968', '27.4.1968'],
  ['1968-04-27', '1968-04-27'],
])('a day typed as %s is kept as %s', (typed, kept) => {
  expect(normalizeDate(typed)).toBe(kept);
});

const all = ['month', 'day', 'year'];
const monthRange = 'Month must be a number from 1 to 12';
const dayRange = 'Day must be a number from 1 to 31';
const fourDigits = 'Year must have 4 digits';

test.each([
  ['', '', '', 'Enter your date of birth', all],
  ['  ', '\t', '\u00a0', 'Enter your date of birth', all],
  ['', '27', '1968', 'Date of birth must include a month', ['month']],
  ['4', '', '1968', 'Date of birth must include a day', ['day']],
  ['4', '27', ' ', 'Date of birth must include a year', ['year']],
  ['', '', '1968', 'Date of birth must include a month and a day', ['month', 'day']],
  ['4', '', '', 'Date of birth must include a day and a year', ['day', 'year']],
  ['13', '', '1968', 'Date of birth must include a day', ['day']],
  ['13', '27', '1968', monthRange, ['month']],
  ['0', '27', '1968', monthRange, ['month']],
  ['00', '27', '1968', monthRange, ['month']],
  ['004', '27', '1968', monthRange, ['month']],
  ['Nope', '27', '1968', monthRange, ['month']],
  ['Ma', '27', '1968', monthRange, ['month']],
  ['1e1', '27', '1968', monthRange, ['month']],
  ['x'.repeat(100_000), '27', '1968', monthRange, ['month']],
  ['4', '0', '1968', dayRange, ['day']],
  ['4', '32', '1968', dayRange, ['day']],
  ['4', '1.5', '1968', dayRange, ['day']],
  ['4', '\u0663', '1968', dayRange, ['day']],
  ['4', '27', '68', fourDigits, ['year']],
  ['4', '27', '19688', fourDigits, ['year']],
  ['4', '27', '-968', fourDigits, ['year']],
  ['4', '27', '1968/2', fourDigits, ['year']],
  ['4', '27', 'last', fourDigits, ['year']],
  ['27', '4', '68', `${monthRange}, and year must have 4 digits`, ['month', 'year']],
  ['13', '45', '1968', `${monthRange}, and day must be a number from 1 to 31`, ['month', 'day']],
  ['2', '30', '1958', 'There is no February 30', ['month', 'day']],
  ['feb', '31', '2000', 'There is no February 31', ['month', 'day']],
  ['4', '31', '1958', 'There is no April 31', ['month', 'day']],
  ['2', '29', '1900', 'There is no February 29 in 1900', ['month', 'day']],
])('what is wrong with a date is named, and which parts: %.20j %j %j', (month, day, year, message, wrong) => {
  expect(readDate({ month, day, year }, 'Date of birth', 'Enter your date of birth')).toEqual({
    message,
    wrong,
  });
});

test.each([
  ['11', '10', '2024', '2024-11-10'],
  [' 01 ', ' 05', '2025 ', '2025-01-05'],
  ['November', '10', '2024', '2024-11-10'],
  ['nov', '10', '2024', '2024-11-10'],
  ['Sept.', '9', '2024', '2024-09-09'],
  ['MAY', '9', '2024', '2024-05-09'],
  ['\uff11\uff11', '\uff11\uff10', '\uff12\uff10\uff12\uff14', '2024-11-10'],
  ['2', '29', '2024', '2024-02-29'],
])('a date is read as people write it: %j %j %j', (month, day, year, date) => {
  expect(readDate({ month, day, year }, 'Date of birth')).toEqual({ date, wrong: [] });
});

test.each([
  [undefined, all],
  [{ month: 4 }, all],
  ['//', all],
  ['4/27/', ['year']],
  ['13/27/1968', ['month']],
  ['1968-02-30', ['month', 'day']],
  ['2999-01-01', ['year']],
])('the inputs that an error is about: %j', (value, parts) => {
  expect(wrongDateParts(value)).toEqual(parts);
});
