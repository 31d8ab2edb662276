import { holidays } from '@claimdesk/cms/office-hours';
import { describe, expect, it } from 'vitest';
import { federalHolidays } from './deadlines/federal-holidays.ts';
import { callTime, closedDaysLine, hoursLine, openNow } from './office-hours.ts';

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
    const found = openNow({ days: week }, new Date(now));
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
    expect(plain(callTime({ days: week }, new Date(now)))).toBe(expected);
  });

  it('say nothing of an office that never opens', () => {
    const never = { days: week.map(({ day }) => ({ day, closed: true })) };
    expect([openNow(never, new Date()), callTime(never, new Date())]).toEqual([null, null]);
  });
});

const closings = {
  days: week,
  closedHolidays: ['Independence Day', 'Thanksgiving Day', 'Christmas Day'],
  closedDays: [
    { date: '2026-12-08T12:00:00.000Z', reason: 'repairs' },
    { date: '2026-11-27T12:00:00.000Z', reason: null },
  ],
};

describe('closed days', () => {
  it.each([
    ['on the eve', '2026-11-25T23:00:00Z', 'We open Saturday at 9:00 AM', 'Saturday from 9:00 AM'],
    [
      'on a holiday, by its name',
      '2026-11-26T15:00:00Z',
      'Closed for Thanksgiving Day. We open Saturday at 9:00 AM',
      'Saturday from 9:00 AM',
    ],
    [
      'on a day without a reason',
      '2026-11-27T15:00:00Z',
      'We open tomorrow at 9:00 AM',
      'tomorrow from 9:00 AM',
    ],
    [
      'on a day with a reason',
      '2026-12-08T15:00:00Z',
      'Closed for repairs. We open tomorrow at 8:00 AM',
      'tomorrow from 8:00 AM',
    ],
    [
      'on the day on which a holiday of a weekend is observed',
      '2026-07-03T15:00:00Z',
      'Closed for Independence Day. We open Monday at 8:00 AM',
      'Monday from 8:00 AM',
    ],
    ['on a holiday that the office works', '2026-11-11T15:00:00Z', 'Open until 6:00 PM', null],
    ['on a Sunday, when it is closed anyway', '2027-07-04T15:00:00Z', 'We open Tuesday at 8:00 AM', null],
  ])('are not promised: %s', (_when, now, open, call) => {
    expect(plain(openNow(closings, new Date(now))?.text ?? null)).toBe(open);
    if (call) expect(plain(callTime(closings, new Date(now)))).toBe(call);
  });

  it('of a week or more are followed by a date, since the name of a day would mean the nearest one', () => {
    const closedDays = ['21', '22', '23', '24', '25', '26', '28', '29', '30', '31'].map((day) => ({
      date: `2026-12-${day}T12:00:00.000Z`,
    }));
    const closed = { days: week, closedDays };
    expect(plain(callTime(closed, new Date('2026-12-21T15:00:00Z')))).toBe('January 1, 2027 from 8:00 AM');
  });

  it('are listed, those of the past left out', () => {
    expect(closedDaysLine(closings, new Date('2026-11-28T15:00:00Z'))).toBe(
      'Closed on Independence Day, Thanksgiving Day, Christmas Day, and December 8, 2026.',
    );
    expect(closedDaysLine({ days: week }, new Date())).toBe('');
  });

  it('are chosen by editors from the federal holidays, by the same names', () => {
    expect(federalHolidays(2026).map(({ name }) => name)).toEqual(holidays);
  });
});
