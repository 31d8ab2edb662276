import { expect, test } from 'vitest';
import { startOfEasternDay } from './eastern-day.ts';

test.each([
  ['2026-01-15', '2026-01-15T05:00:00.000Z'],
  ['2026-07-15', '2026-07-15T04:00:00.000Z'],
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', '2026-11-02T05:00:00.000Z'],
])('%s begins at %s, also on the days that the clocks change', (date, moment) => {
  expect(startOfEasternDay(date).toISOString()).toBe(moment);
});
