import { describe, expect, it, test } from 'vitest';
import {
  easternClock,
  easternDay,
  easternInput,
  easternMoment,
  easternTimestamp,
  easternToday,
  easternWeekday,
  lastEasternDays,
  longEasternDate,
  longEasternDateTime,
  mediumEasternDateTime,
  mediumEasternDateTimeWithSeconds,
  readEasternInput,
  shortEasternDate,
  shortEasternDateTime,
  startOfEasternDay,
  utcTimestamp,
} from './eastern-time.ts';

test.each([
  ['2026-07-01T03:59:59Z', '2026-06-30'],
  ['2026-07-01T04:00:00Z', '2026-07-01'],
  ['2026-01-01T04:59:59Z', '2025-12-31'],
  ['2026-01-01T05:00:00Z', '2026-01-01'],
])('at %s it is %s where the offices are', (now, today) => {
  expect(easternToday(new Date(now))).toBe(today);
});

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

test('a time in Eastern time is the same moment in winter and summer time', () => {
  expect(easternMoment('2026-01-15', '13:30').toISOString()).toBe('2026-01-15T18:30:00.000Z');
  expect(easternMoment('2026-07-15', '13:30').toISOString()).toBe('2026-07-15T17:30:00.000Z');
  expect(easternMoment('2026-03-08', '09:00').toISOString()).toBe('2026-03-08T13:00:00.000Z');
});

test.each([
  ['2026-11-21T19:05:59.999Z', '11/21/2026, 2:05 PM'],
  ['2026-07-04T04:00:00.000Z', '7/4/2026, 12:00 AM'],
  ['2026-01-01T04:59:00.000Z', '12/31/2025, 11:59 PM'],
])('%s reads %s in the US short form of Eastern time, summer time included', (iso, text) => {
  expect(shortEasternDateTime(iso)).toBe(text);
});

test('the day alone is the day in Eastern time', () => {
  expect(shortEasternDate('2026-01-01T04:59:00.000Z')).toBe('12/31/2025');
});

test('the last days end with today in Eastern time, even across a clock change', () => {
  expect(lastEasternDays(30, new Date('2026-11-21T03:00:00Z'))).toEqual({
    from: '2026-10-22',
    to: '2026-11-20',
  });
  expect(lastEasternDays(1, new Date('2026-01-01T04:00:00Z'))).toEqual({
    from: '2025-12-31',
    to: '2025-12-31',
  });
});

describe('the value of an input', () => {
  it('is read and written alike in summer and winter', () => {
    for (const local of ['2026-01-15T09:30', '2026-07-15T09:30', '2026-11-01T00:59'])
      expect(easternInput(readEasternInput(local) ?? 0)).toBe(local);
    expect(mediumEasternDateTime('2026-11-21T20:04:00Z')).toBe('Nov 21, 2026, 3:04 PM ET');
  });

  it('knows no hour that is left out in spring', () => {
    expect(readEasternInput('2026-03-08T02:30')).toBeUndefined();
  });
});

test('a time that comes twice is the first, and one that is skipped is an hour later', () => {
  expect(easternMoment('2026-11-01', '01:30').toISOString()).toBe('2026-11-01T05:30:00.000Z');
  expect(easternMoment('2026-03-08', '02:30').toISOString()).toBe('2026-03-08T07:30:00.000Z');
});

test('a moment has its day, weekday and time of day in Eastern time', () => {
  const at = '2026-11-22T04:04:05Z';
  expect([easternDay(at), easternWeekday(at), easternClock(at)]).toEqual(['2026-11-21', 'Saturday', '23:04']);
  expect(easternClock('2026-11-21T05:00:00Z')).toBe('00:00');
});

test('a moment is printed in Eastern time in every form', () => {
  const at = '2026-11-22T04:04:05Z';
  expect(mediumEasternDateTimeWithSeconds(at)).toBe('Nov 21, 2026, 11:04:05 PM');
  expect(longEasternDate(at)).toBe('November 21, 2026');
  expect(longEasternDateTime(at)).toBe('November 21, 2026 at 11:04 PM');
  expect(easternTimestamp(at)).toBe('November 21, 2026 at 11:04:05 PM EST');
  expect(utcTimestamp(at)).toBe('November 22, 2026 at 4:04:05 AM UTC');
});

test.each(['', 'tomorrow', '2099-02-30T09:00', '2099-99-99T99:99', '2026-11-01T24:00', '1999-01-01T09:00'])(
  'an input with %j is no moment',
  (value) => {
    expect(readEasternInput(value)).toBeUndefined();
  },
);

test('an invalid date throws', () => {
  expect(() => easternDay('tomorrow')).toThrow(RangeError);
  expect(() => longEasternDate('tomorrow')).toThrow(RangeError);
  expect(() => easternMoment('2026-13-01', '09:00')).toThrow(RangeError);
});
