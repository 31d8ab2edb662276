import { describe, expect, it } from 'vitest';
import { callTime, hoursLine, openNow } from './office-hours.ts';

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  .map((day) => ({ day, opens: '08:00', closes: '18:00', closed: false }))
  .concat(
    { day: 'Saturday', opens: '09:00', closes: '14:00', closed: false },
    { day: 'Sunday', opens: '', closes: '', closed: true },
  );

/** Replaces the non-breaking spaces in times, for readable expectations. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

describe('office hours', () => {
  it('are one line with equal days merged', () => {
    expect(plain(hoursLine(week))).toBe('Mon-Fri 8:00 AM-6:00 PM, Sat 9:00 AM-2:00 PM, Sun closed');
  });

  it.each([
    ['open at opening time', '2026-11-20T13:00:00Z', 'Open until 6:00 PM'],
    ['closed at closing time', '2026-11-20T23:00:00Z', 'We open tomorrow at 9:00 AM'],
    ['before opening', '2026-11-20T12:59:00Z', 'We open today at 8:00 AM'],
    ['after the last hour of Saturday', '2026-11-21T19:00:00Z', 'We open Monday at 8:00 AM'],
    ['in daylight saving time', '2026-07-10T12:00:00Z', 'Open until 6:00 PM'],
    [
      'on Monday while it is still Sunday in New Jersey',
      '2026-11-23T03:00:00Z',
      'We open tomorrow at 8:00 AM',
    ],
  ])('are evaluated in Eastern time: %s', (_when, now, expected) => {
    const found = openNow(week, new Date(now));
    expect(plain(found?.text ?? null)).toBe(expected);
    expect(found?.isOpen).toBe(expected.startsWith('Open'));
  });

  it.each([
    ['while it is open', '2026-11-23T15:00:00Z', 'today until 6:00 PM or tomorrow from 8:00 AM'],
    ['before a weekend', '2026-11-20T22:59:00Z', 'today until 6:00 PM or tomorrow from 9:00 AM'],
    ['on Saturday until 2 PM', '2026-11-21T18:59:00Z', 'today until 2:00 PM or Monday from 8:00 AM'],
    ['from Saturday 2 PM', '2026-11-21T19:00:00Z', 'Monday from 8:00 AM'],
    ['on Sunday', '2026-11-22T15:00:00Z', 'tomorrow from 8:00 AM'],
    ['on Monday before opening', '2026-11-23T12:59:00Z', 'today from 8:00 AM'],
  ])('say when the office calls back whoever writes: %s', (_when, now, expected) => {
    expect(plain(callTime(week, new Date(now)))).toBe(expected);
  });

  it('say nothing of an office that never opens', () => {
    const never = week.map(({ day }) => ({ day, closed: true }));
    expect([openNow(never, new Date()), callTime(never, new Date())]).toEqual([null, null]);
  });
});
