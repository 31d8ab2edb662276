import { describe, expect, it } from 'vitest';
import { addDays, addMonths, calendarDate, daysBetween, yearsBefore } from './calendar-date.ts';

describe('a calendar day', () => {
  it.each([
    [2023, 2, 29],
    [2100, 2, 29],
    [2024, 2, 30],
    [2024, 4, 31],
    [2024, 13, 1],
    [2024, 0, 1],
    [2024, 1, 0],
    [2024, 1, 32],
    [24, 1, 1],
  ])('does not exist: %i-%i-%i', (year, month, day) => {
    expect(calendarDate(year, month, day)).toBeUndefined();
  });

  it.each([
    [2024, 2, 29, '2024-02-29'],
    [2000, 2, 29, '2000-02-29'],
    [1990, 1, 1, '1990-01-01'],
    [2100, 12, 31, '2100-12-31'],
  ])('exists: %i-%i-%i', (year, month, day, date) => {
    expect(calendarDate(year, month, day)).toBe(date);
  });

  it('is counted across leap days, year ends and clock changes without losing a day', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01');
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01');
    expect(addDays('2024-03-09', 2)).toBe('2024-03-11');
    expect(daysBetween('2024-11-02', '2024-11-04')).toBe(2);
    expect(daysBetween('2025-01-14', '2024-11-10')).toBe(-65);
    expect(yearsBefore('2028-02-29', 10)).toBe('2018-03-01');
  });

  it('is the last day of a month that is too short, when months are added', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2027-08-31', 6)).toBe('2028-02-29');
    expect(addMonths('2026-03-31', 1)).toBe('2026-04-30');
    expect(addMonths('2026-07-15', 6)).toBe('2027-01-15');
    expect(addMonths('2099-08-31', 6)).toBe('2100-02-28');
  });
});
