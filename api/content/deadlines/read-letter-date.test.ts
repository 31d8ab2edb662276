import { describe, expect, it } from 'vitest';
import { DomainError } from '#api/platform/domain-error.ts';
import { readLetterDate } from './read-letter-date.ts';

const today = '2026-11-20';

function refusalOf(month: string, day: string, year: string) {
  try {
    return readLetterDate({ month, day, year }, today);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      code: error.code,
      message: error.message,
      wrong: Object.keys(error.fields).map((name) => name.replace(/^letter-/, '')),
    };
  }
}

const all = ['month', 'day', 'year'];
const monthRange = 'Month must be a number from 1 to 12';
const dayRange = 'Day must be a number from 1 to 31';
const shortYear = 'Year must have 4 digits';
const future = 'The date on your letter must be today or in the past';
const old = 'The date on your letter must be in the last 10 years';

describe('the date on a letter', () => {
  it.each([
    ['', '', '', 'Enter the date on your letter', all],
    ['  ', '\t', ' ', 'Enter the date on your letter', all],
    ['', '10', '2024', 'The date on your letter must include a month', ['month']],
    ['11', '', '2024', 'The date on your letter must include a day', ['day']],
    ['11', '10', '', 'The date on your letter must include a year', ['year']],
    ['', '', '2024', 'The date on your letter must include a month and a day', ['month', 'day']],
    ['11', '10', '24', shortYear, ['year']],
    ['11', '10', '20244', shortYear, ['year']],
    ['11', '10', 'next', shortYear, ['year']],
    ['11', '10', '-024', shortYear, ['year']],
    ['11', '10', '0000', old, ['year']],
    ['13', '10', '2024', monthRange, ['month']],
    ['0', '10', '2024', monthRange, ['month']],
    ['Nope', '10', '2024', monthRange, ['month']],
    ['1e1', '10', '2024', monthRange, ['month']],
    ['11', '0', '2024', dayRange, ['day']],
    ['11', '32', '2024', dayRange, ['day']],
    ['11', '1.5', '2024', dayRange, ['day']],
    ['11', '٣', '2024', dayRange, ['day']],
    ['2', '30', '2024', 'There is no February 30', ['month', 'day']],
    ['2', '29', '2025', 'There is no February 29 in 2025', ['month', 'day']],
    ['4', '31', '2025', 'There is no April 31', ['month', 'day']],
    ['11', '21', '2026', future, all],
    ['1', '1', '9999', future, all],
    ['11', '19', '2016', old, ['year']],
    ['1', '1', '0001', old, ['year']],
    ['1', '1', '1900', old, ['year']],
  ])('is refused with what to do: %j/%j/%j', (month, day, year, message, wrong) => {
    expect(refusalOf(month, day, year)).toEqual({ code: 'bad-input', message, wrong });
  });

  it.each([
    ['11', '10', '2024', '2024-11-10'],
    ['1', '5', '2025', '2025-01-05'],
    [' 01 ', ' 05', '2025 ', '2025-01-05'],
    ['November', '10', '2024', '2024-11-10'],
    ['nov', '10', '2024', '2024-11-10'],
    ['Sept.', '9', '2024', '2024-09-09'],
    ['MAY', '9', '2024', '2024-05-09'],
    ['１１', '１０', '２０２４', '2024-11-10'],
    ['2', '29', '2024', '2024-02-29'],
    ['11', '20', '2026', '2026-11-20'],
    ['11', '20', '2016', '2016-11-20'],
  ])('accepts how people write it: %j/%j/%j', (month, day, year, date) => {
    expect(refusalOf(month, day, year)).toBe(date);
  });
});
