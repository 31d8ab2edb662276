import { easternToday } from '@claimdesk/forms/eastern-time';
import { describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import { readDay, readPerson, readSaid } from './read-row.ts';
import type { Cell } from './read-table.ts';

const mapping = { ssn: 0, birth: 1, name: 2, level: 3, status: 4, day: 5, next: 6, zone: 'America/Denver' };
const person = (ssn: Cell, birth: Cell = '') => readPerson([ssn, birth, 'Ann Doe'], mapping);
const said = (level: Cell, status: Cell, day: Cell, next: Cell = '') =>
  readSaid(['', '', '', level, status, day, next], mapping);
const ahead = addDays(easternToday(), 30);

describe('a number', () => {
  it.each<[Cell, string, string]>([
    ['123-45-6789', '123456789', 'whole'],
    ['123 45 6789', '123456789', 'whole'],
    ['123456789', '123456789', 'whole'],
    [123456789, '123456789', 'whole'],
    [12345678, '012345678', 'short'],
    ['1234567', '001234567', 'short'],
    ['***-**-6789', '6789', 'last four'],
    ['XXX-XX-6789', '6789', 'last four'],
    [6789, '', 'unreadable'],
    ['12-345-6789', '', 'unreadable'],
    ['123-456789', '', 'unreadable'],
    ['1234567890', '', 'unreadable'],
    ['1.23E+08', '', 'unreadable'],
    ['', '', 'none'],
  ])('%j reads %j, %s', (cell, ssn, digits) => {
    expect(person(cell)).toMatchObject({ ssn, digits });
  });
});

describe('a day', () => {
  it.each<[Cell]>([
    ['13/1/2026'],
    ['2/30/2026'],
    ['2026-02-30'],
    ['1/2/26'],
    ['20260102'],
    ['45000'],
    ['soon'],
    [12],
    [45_000.5],
    ['1/2/2026 25:00'],
    ['1/2/2026 13:00 PM'],
  ])('%j is not guessed', (cell) => {
    expect(readDay(cell)).toBeUndefined();
  });

  it.each<[Cell, string, string]>([
    ['1/2/1968', '1968-01-02', ''],
    ['01-02-1968', '1968-01-02', ''],
    ['1968-01-02', '1968-01-02', ''],
    [24_957, '1968-04-29', ''],
    ['12/4/2026 10:00 AM', '2026-12-04', '10:00'],
    ['12/4/2026 12:30 am', '2026-12-04', '00:30'],
    ['2026-12-04T14:05:00', '2026-12-04', '14:05'],
    ['12/4/2026 12:00:00 AM', '2026-12-04', ''],
  ])('%j is %s %s', (cell, day, time) => {
    expect(readDay(cell)).toEqual({ day, time });
  });

  it('of birth that can’t be read is not the same as none', () => {
    expect(person('', '31/12/1968')).toMatchObject({ birth: '', isBirthUnreadable: true });
    expect(person('', '')).toMatchObject({ birth: '', isBirthUnreadable: false });
  });
});

describe('a name', () => {
  it('is that of one column, or of two', () => {
    const two = { ...mapping, name: undefined, first: 7, last: 8 } as never;
    expect(readPerson(['', '', '', '', '', '', '', 'Ann', 'Doe'], two).name).toBe('Doe, Ann');
    expect(readPerson(['', '', '', '', '', '', '', '', 'Doe'], two).name).toBe('Doe');
    const both = { ...mapping, first: 7, last: 8 };
    expect(readPerson(['', '', 'Ann B. Doe', '', '', '', '', 'Ann', ''], both).name).toBe('Ann B. Doe');
  });
});

describe('a hearing whose time has a column of its own', () => {
  const at = (time: Cell, date: Cell = ahead) =>
    readSaid(['', '', '', '', 'Hearing scheduled', '9/30/2026', date, time], { ...mapping, time: 7 });

  it.each<[Cell, string]>([
    ['9:30 AM', '09:30'],
    ['13:05', '13:05'],
    [0.375, '09:00'],
    ['1899-12-30 10:00', '10:00'],
  ])('is at that time: %j', (time, clock) => {
    expect(at(time)).toMatchObject({ entered: [{ kind: 'hearing notice', on: ahead, time: clock }] });
  });

  it('is left to a person where the time can’t be read, is missing, or is another one', () => {
    expect(at('soon')).toEqual({ problem: '“soon” is no time that we can read.' });
    expect(at('')).toHaveProperty('problem');
    expect(at('9:00 AM', `${ahead} 10:00`)).toEqual({ problem: 'The file says two times of the next date.' });
  });
});

describe('what a row says', () => {
  it.each([
    [said('initial', 'Kaput', '9/30/2026'), '“Kaput” is no status that we know.'],
    [said('initial', '', '9/30/2026'), 'There is no status.'],
    [said('level 9', 'Denied', '9/30/2026'), '“level 9” is no level that we know.'],
    [said('', 'Denied', '9/30/2026'), 'There is no level.'],
    [said('DDS', 'Denied', '9/30/2026'), '“DDS” can be the initial level or reconsideration.'],
    [said('initial', 'Denied', ''), 'There is no date of the decision or notice.'],
    [said('initial', 'Denied', '31/9/2026'), '“31/9/2026” is no date that we can read.'],
    [said('initial', 'Denied', ahead), 'The date of the decision or notice is in the future.'],
    [said('court', 'Denied', '9/30/2026'), 'A decision of a court has to be entered by hand.'],
    [
      said('hearing', 'Hearing scheduled', '9/30/2026', ahead),
      'The day and the time of the appointment have to be in the next date.',
    ],
    [
      said('', 'Hearing scheduled', '9/30/2026', '9/1/2026 9:00 AM'),
      'The appointment is before the date of its notice.',
    ],
    [said('initial', 'Denied', '9/30/2026', 'soon'), '“soon” is no date that we can read.'],
  ])('is left to a person: %j', (row, problem) => {
    expect(row).toEqual({ problem });
  });

  it('is a decision, an application or appeal at the agency, a notice or a request', () => {
    const day = '2026-09-30';
    expect(said('Recon', 'DENIED', '9/30/2026')).toEqual({
      entered: [{ kind: 'decision', day, level: 'reconsideration', outcome: 'unfavorable' }],
    });
    expect(said('initial', 'Application filed', day)).toEqual({
      entered: [{ kind: 'application filed', day }],
    });
    expect(said('ALJ', 'Appeal filed', day)).toEqual({
      entered: [{ kind: 'appeal filed', day, level: 'hearing' }],
    });
    expect(said('', 'Hearing scheduled', day, `${ahead} 9:00 AM`)).toEqual({
      entered: [{ kind: 'hearing notice', day, on: ahead, time: '09:00', zone: 'America/Denver' }],
    });
    expect(said('', 'Forms requested', day, ahead)).toEqual({
      entered: [{ kind: 'form request', day, dueOn: ahead }],
    });
  });

  it.each([
    ['DDS initial', 'initial'],
    ['DDS recon', 'reconsideration'],
    ['OHO', 'hearing'],
    ['AC', 'council'],
  ])('names a level as its office does: %s', (word, level) => {
    expect(said(word, 'Pending', '9/30/2026')).toMatchObject({ entered: [{ level }] });
  });

  it.each(['initial', 'reconsideration', 'hearing', 'council', 'court'])(
    'is, of what is pending at the level %s, no day on which anything was filed',
    (level) => {
      const day = '2026-09-30';
      expect(said(level, 'Pending', day)).toEqual({ entered: [{ kind: 'import', day, level }] });
    },
  );

  it('has a next date to do something about, unless that has passed', () => {
    expect(said('initial', 'Pending', '9/30/2026', ahead)).toMatchObject({
      entered: [{ kind: 'import' }, { kind: 'task', dueOn: ahead }],
    });
    expect(said('initial', 'Pending', '9/30/2026', '10/1/2026')).toMatchObject({
      entered: [{ kind: 'import' }],
    });
  });
});
