import { expect, test } from 'vitest';
import { formatEastern, formatEasternDate, lastDays } from './dates.ts';

test.each([
  ['2026-11-21T19:05:59.999Z', '11/21/2026, 2:05 PM'],
  ['2026-07-04T04:00:00.000Z', '7/4/2026, 12:00 AM'],
  ['2026-01-01T04:59:00.000Z', '12/31/2025, 11:59 PM'],
])('%s reads %s in the US short form of Eastern time, summer time included', (iso, text) => {
  expect(formatEastern(iso)).toBe(text);
});

test('the day alone is the day in Eastern time', () => {
  expect(formatEasternDate('2026-01-01T04:59:00.000Z')).toBe('12/31/2025');
});

test('the last days end with today in Eastern time, even across a clock change', () => {
  expect(lastDays(30, new Date('2026-11-21T03:00:00Z'))).toEqual({ from: '2026-10-22', to: '2026-11-20' });
  expect(lastDays(1, new Date('2026-01-01T04:00:00Z'))).toEqual({ from: '2025-12-31', to: '2025-12-31' });
});
