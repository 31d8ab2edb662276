import { holidays } from '@claimdesk/cms/office-hours';
import { describe, expect, it } from 'vitest';
import { federalHolidays } from './deadlines/federal-holidays.ts';
import {
  callBackBy,
  callBackWhen,
  callTime,
  closedDaysLine,
  closingTexts,
  hoursLine,
  isOfficeDay,
  type OfficeHours,
  openNow,
} from './office-hours.ts';

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

/** @returns the words for a person who wrote then, and the moment they stand for, in UTC. */
function promised(hours: OfficeHours, received: string): [string | null, string | undefined] {
  const by = callBackBy(hours, new Date(received));
  return [plain(by && callBackWhen(new Date(received), by)) ?? null, by?.toISOString().slice(0, 16)];
}

describe('the promise to call back', () => {
  it('names no time for an office that never opens', () => {
    const never = { days: week.map(({ day }) => ({ day, closed: true })) };
    expect(promised(never, '2026-11-20T15:00:00Z')).toEqual([null, undefined]);
  });

  it.each([
    ['on Saturday, an hour and a half before closing', '2026-11-21T17:31:00Z'],
    ['on Saturday after closing', '2026-11-21T19:00:00Z'],
    ['on Sunday, before the last minute that reaches two hours of Monday', '2026-11-22T14:59:00Z'],
    ['on a Sunday of 25 hours', '2026-11-01T05:30:00Z', '2026-11-02T15:00'],
  ])(
    'is a day where the next 24 hours hold less than two office hours: %s',
    (_when, received, by = '2026-11-23T15:00') => {
      expect(promised({ days: week }, received)).toEqual(['by Monday, 10:00 AM Eastern time', by]);
    },
  );

  it.each([
    ['while it is open', '2026-11-23T15:00:00Z', '2026-11-24T15:00'],
    ['in the evening, so by the end of the next day', '2026-11-24T01:00:00Z', '2026-11-24T23:00'],
    ['on Friday after closing, so by the end of Saturday', '2026-11-20T23:30:00Z', '2026-11-21T19:00'],
    ['on Saturday with two hours left', '2026-11-21T17:00:00Z', '2026-11-21T19:00'],
    ['on Sunday from 10 AM', '2026-11-22T15:00:00Z', '2026-11-23T15:00'],
  ])(
    'is 24 hours where they hold two office hours, kept before the office closes: %s',
    (_when, received, by) => {
      expect(promised({ days: week }, received)).toEqual(['within 24 hours', by]);
    },
  );

  it.each([
    ['the eve of a holiday and a closed day', '2026-11-25T23:00:00Z', 'by Saturday, 11:00 AM Eastern time'],
    ['a holiday', '2026-11-26T15:00:00Z', 'by Saturday, 11:00 AM Eastern time'],
    ['a holiday that the office works', '2026-11-11T15:00:00Z', 'within 24 hours'],
  ])('knows the days on which the office is closed: %s', (_when, received, words) => {
    expect(promised(closings, received)[0]).toBe(words);
  });

  it('takes its two hours from more than one day where a day is shorter, and a date from a week ahead on', () => {
    const short = ['Monday', 'Tuesday'].map((day) => ({ day, opens: '09:00', closes: '10:00' }));
    expect(promised({ days: short }, '2026-11-18T15:00:00Z')).toEqual([
      'by Tuesday, 10:00 AM Eastern time',
      '2026-11-24T15:00',
    ]);
    const closedDays = ['23', '24'].map((day) => ({ date: `2026-11-${day}T12:00:00.000Z` }));
    expect(promised({ days: short, closedDays }, '2026-11-18T15:00:00Z')[0]).toBe(
      'by December 1, 2026, 10:00 AM Eastern time',
    );
  });

  it('never stands for a time before the office could call, nor for one outside its hours', () => {
    for (let hour = 0; hour < 24 * 21; hour += 1) {
      const received = new Date(Date.parse('2026-11-16T05:20:00Z') + hour * 3_600_000);
      const by = callBackBy(closings, received);
      if (!by) throw new Error('This office opens.');
      const justBefore = openNow(closings, new Date(by.getTime() - 1));
      expect([by > received, justBefore?.isOpen]).toEqual([true, true]);
      const isWithin = by.getTime() - received.getTime() <= 24 * 3_600_000;
      expect(callBackWhen(received, by) === 'within 24 hours').toBe(isWithin);
    }
  });
});

describe('a day', () => {
  const hours: OfficeHours = {
    days: week,
    closedHolidays: ['Christmas Day'],
    closedDays: [
      { date: '2026-12-24T12:00:00.000Z', reason: 'Inventory' },
      { date: '2026-12-28T12:00:00.000Z' },
    ],
  };

  it.each([
    ['2026-12-20', [], false],
    ['2026-12-23', [], true],
    ['2026-12-24', ['Federal offices closed by order', 'Office closed: Inventory'], false],
    ['2026-12-25', ['Federal holiday: Christmas Day', 'Office closed'], false],
    ['2026-12-28', ['Office closed'], false],
    ['2026-11-11', ['Federal holiday: Veterans Day'], true],
  ])(
    'says why Social Security or the office is closed, and whether the office opens: %s',
    (day, texts, opens) => {
      expect(closingTexts(hours, new Set(['2026-12-24']), day)).toEqual(texts);
      expect(isOfficeDay(hours, day)).toBe(opens);
    },
  );

  it('is none of an office whose hours nobody entered', () => {
    expect(isOfficeDay({ days: [] }, '2026-12-23')).toBe(false);
  });
});
