import { firstFederalClosings } from '@claimdesk/cms/federal-closings';
import { describe, expect, it } from 'vitest';
import { findAppealDeadline } from './appeal-deadline.ts';
import { addDays, weekdayOf } from './calendar-date.ts';
import { holidayOn } from './federal-holidays.ts';

const closings = new Set(firstFederalClosings.map(({ day }) => day));
const limits = { receiptDays: 5, appealDays: 60, closings };

/** What is special about the end of the 60 days, the date on the letter, the last day, and why offices are closed. */
const cases: [why: string, letter: string, lastDay: string, closedFor: string | null][] = [
  ['the count ends on New Year’s Day of 2024', '2023-10-28', '2024-01-02', 'New Year’s Day'],
  [
    'the count ends on Martin Luther King Jr. Day of 2024',
    '2023-11-11',
    '2024-01-16',
    'Martin Luther King Jr. Day',
  ],
  ['the count ends on Presidents Day of 2024', '2023-12-16', '2024-02-20', 'Presidents Day'],
  ['the count ends on Memorial Day of 2024', '2024-03-23', '2024-05-28', 'Memorial Day'],
  ['the count ends on Juneteenth of 2024', '2024-04-15', '2024-06-20', 'Juneteenth'],
  ['the count ends on Independence Day of 2024', '2024-04-30', '2024-07-05', 'Independence Day'],
  ['the count ends on Labor Day of 2024', '2024-06-29', '2024-09-03', 'Labor Day'],
  ['the count ends on Columbus Day of 2024', '2024-08-10', '2024-10-15', 'Columbus Day'],
  ['the count ends on Veterans Day of 2024', '2024-09-07', '2024-11-12', 'Veterans Day'],
  ['the count ends on Thanksgiving Day of 2024', '2024-09-24', '2024-11-29', 'Thanksgiving Day'],
  ['the count ends on Christmas Day of 2024', '2024-10-21', '2024-12-26', 'Christmas Day'],
  ['the count ends on New Year’s Day of 2025', '2024-10-28', '2025-01-02', 'New Year’s Day'],
  [
    'the count ends on Martin Luther King Jr. Day of 2025',
    '2024-11-16',
    '2025-01-21',
    'Martin Luther King Jr. Day',
  ],
  ['the count ends on Presidents Day of 2025', '2024-12-14', '2025-02-18', 'Presidents Day'],
  ['the count ends on Memorial Day of 2025', '2025-03-22', '2025-05-27', 'Memorial Day'],
  ['the count ends on Juneteenth of 2025', '2025-04-15', '2025-06-20', 'Juneteenth'],
  ['the count ends on Independence Day of 2025', '2025-04-30', '2025-07-07', 'Independence Day'],
  ['the count ends on Labor Day of 2025', '2025-06-28', '2025-09-02', 'Labor Day'],
  ['the count ends on Columbus Day of 2025', '2025-08-09', '2025-10-14', 'Columbus Day'],
  ['the count ends on Veterans Day of 2025', '2025-09-07', '2025-11-12', 'Veterans Day'],
  ['the count ends on Thanksgiving Day of 2025', '2025-09-23', '2025-11-28', 'Thanksgiving Day'],
  ['the count ends on Christmas Day of 2025', '2025-10-21', '2025-12-29', 'Christmas Day'],
  ['the count ends on the day off for Juneteenth of 2021', '2021-04-14', '2021-06-21', 'Juneteenth'],
  ['the count ends on Juneteenth of 2021, a Saturday', '2021-04-15', '2021-06-21', 'the weekend'],
  [
    'the count ends on the day off for Independence Day of 2021',
    '2021-05-01',
    '2021-07-06',
    'Independence Day',
  ],
  ['the count ends on Independence Day of 2021, a Sunday', '2021-04-30', '2021-07-06', 'the weekend'],
  ['the count ends on the day off for Christmas Day of 2021', '2021-10-20', '2021-12-27', 'Christmas Day'],
  ['the count ends on Christmas Day of 2021, a Saturday', '2021-10-21', '2021-12-27', 'the weekend'],
  ['the count ends on the day off for Juneteenth of 2022', '2022-04-16', '2022-06-21', 'Juneteenth'],
  ['the count ends on Juneteenth of 2022, a Sunday', '2022-04-15', '2022-06-21', 'the weekend'],
  ['the count ends on the day off for Christmas Day of 2022', '2022-10-22', '2022-12-27', 'Christmas Day'],
  ['the count ends on Christmas Day of 2022, a Sunday', '2022-10-21', '2022-12-27', 'the weekend'],
  ['the count ends on the day off for New Year’s Day of 2023', '2022-10-29', '2023-01-03', 'New Year’s Day'],
  ['the count ends on New Year’s Day of 2023, a Sunday', '2022-10-28', '2023-01-03', 'the weekend'],
  ['the count ends on the day off for Veterans Day of 2023', '2023-09-06', '2023-11-13', 'Veterans Day'],
  ['the count ends on Veterans Day of 2023, a Saturday', '2023-09-07', '2023-11-13', 'the weekend'],
  [
    'the count ends on the day off for Independence Day of 2026',
    '2026-04-29',
    '2026-07-06',
    'Independence Day',
  ],
  ['the count ends on Independence Day of 2026, a Saturday', '2026-04-30', '2026-07-06', 'the weekend'],
  ['the count ends on the day off for Juneteenth of 2027', '2027-04-14', '2027-06-21', 'Juneteenth'],
  ['the count ends on Juneteenth of 2027, a Saturday', '2027-04-15', '2027-06-21', 'the weekend'],
  ['the count ends on the day off for New Year’s Day of 2028', '2027-10-27', '2028-01-03', 'New Year’s Day'],
  ['the count ends on New Year’s Day of 2028, a Saturday', '2027-10-28', '2028-01-03', 'the weekend'],
  ['the count ends on the day off for New Year’s Day of 2022', '2021-10-27', '2022-01-03', 'New Year’s Day'],
  ['the count ends on New Year’s Day of 2022, a Saturday', '2021-10-28', '2022-01-03', 'the weekend'],
  ['the count ends on the day off for New Year’s Day of 2034', '2033-10-29', '2034-01-03', 'New Year’s Day'],
  ['the count ends on New Year’s Day of 2034, a Sunday', '2033-10-28', '2034-01-03', 'the weekend'],
  ['the count ends on a Tuesday', '2024-11-10', '2025-01-14', null],
  ['the count ends on a Saturday', '2025-09-04', '2025-11-10', 'the weekend'],
  ['the count ends on a Sunday before an ordinary Monday', '2025-09-05', '2025-11-10', 'the weekend'],
  ['a Saturday before a Monday holiday', '2025-08-07', '2025-10-14', 'the weekend'],
  ['a Sunday before a Monday holiday', '2025-08-08', '2025-10-14', 'the weekend'],
  ['the Sunday after a Friday off', '2026-05-01', '2026-07-06', 'the weekend'],
  ['the Saturday after a Friday holiday', '2026-10-22', '2026-12-28', 'the weekend'],
  ['the Friday after Thanksgiving, which is no holiday', '2024-09-25', '2024-11-29', null],
  ['Inauguration Day of 2021, a holiday in Washington only', '2020-11-16', '2021-01-20', null],
  ['Inauguration Day of 2029, a Saturday', '2028-11-16', '2029-01-22', 'the weekend'],
  ['June 19 of 2020, before it was a holiday', '2020-04-15', '2020-06-19', null],
  ['a leap day', '2023-12-26', '2024-02-29', null],
  ['the next leap day', '2027-12-26', '2028-02-29', null],
  ['the leap day of 2000', '1999-12-26', '2000-02-29', null],
  ['March 1 of 2100, which has no leap day', '2099-12-26', '2100-03-01', null],
  ['the last day of a year', '2024-10-27', '2024-12-31', null],
  ['a Sunday at the end of a year', '2023-10-27', '2024-01-02', 'the weekend'],
  ['a Saturday at the end of a year, before a Sunday holiday', '2022-10-27', '2023-01-03', 'the weekend'],
  ['Christmas Eve, where no order closes offices', '2029-10-20', '2029-12-24', null],
  ['a day off of 2018, in memory of a President', '2018-10-01', '2018-12-06', 'an order of the President'],
  ['the day off before Christmas of 2018', '2018-10-20', '2018-12-26', 'an order of the President'],
  ['the day off before Christmas of 2019', '2019-10-20', '2019-12-26', 'an order of the President'],
  [
    'the day off before Christmas of 2020, a Thursday',
    '2020-10-20',
    '2020-12-28',
    'an order of the President',
  ],
  ['the day off before Christmas of 2024', '2024-10-20', '2024-12-26', 'an order of the President'],
  ['a day off of 2025, in memory of a President', '2024-11-05', '2025-01-10', 'an order of the President'],
  ['the days off around Christmas of 2025', '2025-10-20', '2025-12-29', 'an order of the President'],
  ['the day off after Christmas of 2025, a Friday', '2025-10-22', '2025-12-29', 'an order of the President'],
  ['a letter dated on a leap day', '2024-02-29', '2024-05-06', 'the weekend'],
  ['a letter received in the next year', '2023-12-27', '2024-03-01', null],
  ['a letter dated on New Year’s Eve', '2024-12-31', '2025-03-06', null],
  ['a letter dated on a Sunday', '2024-11-10', '2025-01-14', null],
  ['a letter dated on a holiday', '2025-12-25', '2026-03-02', 'the weekend'],
  ['the first day that is counted', '1990-01-01', '1990-03-07', null],
  ['the last day of the century that is counted', '2100-10-27', '2101-01-03', 'New Year’s Day'],
];

describe('the last day to appeal', () => {
  it.each(cases)('is right when: %s (letter of %s, last day %s)', (_why, letter, lastDay, closedFor) => {
    const deadline = findAppealDeadline(letter, letter, limits);
    expect(deadline.lastDay).toBe(lastDay);
    expect(deadline.movedFrom?.closedFor ?? null).toBe(closedFor);
  });

  it('is never a day on which offices are closed, never before the 60 days end, and never skips an open day', {
    tags: 'thorough',
  }, () => {
    for (let letter = '1990-01-01'; letter <= '2100-12-31'; letter = addDays(letter, 1)) {
      const { lastDay } = findAppealDeadline(letter, letter, limits);
      let expected = addDays(letter, 65);
      const isClosed = (day: string) =>
        [0, 6].includes(weekdayOf(day)) || holidayOn(day) || closings.has(day);
      while (isClosed(expected)) expected = addDays(expected, 1);
      if (lastDay !== expected) expect(`${letter} ${lastDay}`).toBe(`${letter} ${expected}`);
    }
  });

  it('uses the time limits from the facts', () => {
    expect(
      findAppealDeadline('2024-11-12', '2024-11-12', { ...limits, receiptDays: 3, appealDays: 10 }),
    ).toMatchObject({
      presumedReceipt: '2024-11-15',
      lastDay: '2024-11-25',
      receiptDays: 3,
      appealDays: 10,
    });
  });

  it('presumes receipt on the fifth day, whatever day of the week it is', () => {
    const { presumedReceipt } = findAppealDeadline('2026-09-22', '2026-09-22', limits);
    expect(presumedReceipt).toBe('2026-09-27');
    expect(weekdayOf(presumedReceipt)).toBe(0);
  });
});

describe('the time to ask for payments during an appeal', () => {
  it.each([
    ['the tenth day after receipt', '2026-11-03', '2026-11-18', false],
    ['the day after it', '2026-11-03', '2026-11-19', true],
    ['a Monday after a tenth day on a weekend', '2026-11-06', '2026-11-23', false],
    ['the Tuesday after it', '2026-11-06', '2026-11-24', true],
    ['the day after a tenth day off by order', '2024-12-25', '2025-01-10', false],
    ['two days after it', '2024-12-25', '2025-01-11', true],
  ])('is over or not on: %s', (_why, letter, today, paymentsPassed) => {
    expect(findAppealDeadline(letter, today, limits)).toMatchObject({ paymentsPassed });
  });
});

describe('the days left', () => {
  it.each([
    ['the day after the last one', '2025-01-15', -1, true],
    ['a year later', '2026-01-14', -365, true],
    ['the last day', '2025-01-14', 0, false],
    ['the day before', '2025-01-13', 1, false],
    ['the day of the letter', '2024-11-10', 65, false],
  ])('are counted from today: %s', (_when, today, daysLeft, passed) => {
    expect(findAppealDeadline('2024-11-10', today, limits)).toMatchObject({ daysLeft, passed });
  });
});
