import { expect, it } from 'vitest';
import { goodValue } from '../testing.ts';
import { yearlyChange, yearlyReminder } from './yearly-reminder.ts';

const of2026 = goodValue({ validFrom: '2026-01-01' });
const of2027 = goodValue({ validFrom: '2027-01-01', value: '$2,027' });

it.each([
  ['nothing before October', '2026-09-30', [of2026], undefined],
  ['that next year’s can be entered, from October', '2026-10-01', [of2026], ['announced', '2027']],
  ['the same on the last day of the year', '2026-12-31', [of2026], ['announced', '2027']],
  ['nothing once it is entered ahead', '2026-12-31', [of2027, of2026], undefined],
  ['that the new year’s is missing, from January 1', '2027-01-01', [of2026], ['missing', '2027']],
  ['the same until it is there, also in October', '2027-11-02', [of2026], ['missing', '2027']],
  ['nothing once the new year’s is there', '2027-01-01', [of2027, of2026], undefined],
])('editors are told of a yearly figure: %s', (_what, today, values, expected) => {
  const found = yearlyReminder({ yearly: true }, values, today);
  expect(found && [found.kind, found.year]).toEqual(expected);
});

it('editors are told nothing of a figure that no year changes', () => {
  expect(yearlyReminder({}, [of2026], '2027-02-01')).toBeUndefined();
});

it.each([
  ['nothing before October, even if it is entered', '2026-09-30', [of2027, of2026], undefined],
  ['that January 1 changes it, from October', '2026-10-01', [of2026], { from: '2027-01-01', value: null }],
  ['the same on the last day of the year', '2026-12-31', [of2026], { from: '2027-01-01', value: null }],
  [
    'the new value once it is entered',
    '2026-10-01',
    [of2027, of2026],
    { from: '2027-01-01', value: '$2,027' },
  ],
  ['nothing from January 1', '2027-01-01', [of2027, of2026], undefined],
  ['the same a year later', '2027-10-01', [of2027, of2026], { from: '2028-01-01', value: null }],
])('readers are told of a yearly figure: %s', (_what, today, values, expected) => {
  expect(yearlyChange({ yearly: true }, values, today)).toEqual(expected);
});

it('readers are told nothing of a figure that no year changes', () => {
  expect(yearlyChange({}, [of2026, of2027], '2026-11-01')).toBeUndefined();
});
