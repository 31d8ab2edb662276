import { describe, expect, it } from 'vitest';
import { addDays } from './calendar-date.ts';
import { federalHolidays, holidayOn } from './federal-holidays.ts';

/** The days off as the Office of Personnel Management published them, year by year, in its order. */
const published: [year: number, observed: string[]][] = [
  [2020, ['01-01', '01-20', '02-17', '05-25', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25']],
  [2021, ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24']],
  [2023, ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-10', '11-23', '12-25']],
  [2024, ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25']],
  [2025, ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25']],
  [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25']],
  [2027, ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24']],
];

describe('federal holidays', () => {
  it.each(published)('of %i match the published ones', (year, observed) => {
    expect(federalHolidays(year).map((holiday) => holiday.observed)).toEqual(
      observed.map((day) => `${year}-${day}`),
    );
  });

  it('of 2022 begin in 2021: New Year’s Day was a Saturday', () => {
    expect(federalHolidays(2022)[0]).toEqual({
      name: 'New Year’s Day',
      date: '2022-01-01',
      observed: '2021-12-31',
    });
    expect(holidayOn('2021-12-31')?.name).toBe('New Year’s Day');
  });

  it('exclude Inauguration Day, which applies only around Washington', () => {
    // In other inauguration years it falls on a weekend or on Martin Luther King Jr. Day.
    for (const year of [1993, 2005, 2009, 2017, 2021]) expect(holidayOn(`${year}-01-20`)).toBeUndefined();
  });

  it('include Juneteenth from 2021 on', () => {
    expect(holidayOn('2020-06-19')).toBeUndefined();
    expect(holidayOn('2021-06-18')?.name).toBe('Juneteenth');
  });

  it('close offices on 10 or 11 weekdays a year from 1990 to 2100, and on no day in between', () => {
    for (let year = 1990; year <= 2100; year += 1) {
      const days = federalHolidays(year);
      expect(new Set(days.map(({ observed }) => observed)).size).toBe(year < 2021 ? 10 : 11);
      for (const { observed } of days) expect([0, 6]).not.toContain(new Date(observed).getUTCDay());
    }
    expect(holidayOn(addDays('2024-11-28', 1))).toBeUndefined();
  });
});
