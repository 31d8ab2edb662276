import { expect, test } from 'vitest';
import { calendarDate, todayInNewJersey } from './calendar.ts';

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

test.each([
  ['2026-07-01T03:59:59Z', '2026-06-30'],
  ['2026-07-01T04:00:00Z', '2026-07-01'],
  ['2026-01-01T04:59:59Z', '2025-12-31'],
  ['2026-01-01T05:00:00Z', '2026-01-01'],
])('at %s it is %s where the offices are', (now, today) => {
  expect(todayInNewJersey(new Date(now))).toBe(today);
});
