import { expect, test } from 'vitest';
import { calendarDate, longDate, longDateWithWeekday, longMonth, mediumDate, shortDate } from './calendar.ts';

test('every day of 1899 to 2105 is a day of the calendar, and no other day is', () => {
  for (let year = 1899; year <= 2105; year += 1) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
        const time = new Date(`${text}T00:00:00Z`);
        const real = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
        if (calendarDate.test(text) !== real) expect.unreachable(text);
      }
    }
  }
});

test('a calendar day is printed as it is written, whatever the time zone', () => {
  expect(shortDate('2024-01-16')).toBe('1/16/2024');
  expect(mediumDate('2024-01-16')).toBe('Jan 16, 2024');
  expect(longDate('2024-01-16')).toBe('January 16, 2024');
  expect(longDateWithWeekday('2024-01-16')).toBe('Tuesday, January 16, 2024');
  expect(longMonth('2024-01')).toBe('January 2024');
});

test('a moment that is stored for a calendar day is printed as its day in UTC', () => {
  expect(longDate('2024-01-01T00:00:00.000Z')).toBe('January 1, 2024');
});
