import { expect, test } from 'vitest';
import { adviceOn, byVisitDate, readVisitDate } from './visit-dates.ts';

const today = new Date(2026, 10, 23);
const month = (year: number, number: number) => year * 12 + number - 1;

test.each([
  ['12/2022', month(2022, 12), month(2022, 12)],
  [' 1/2023 ', month(2023, 1), month(2023, 1)],
  ['12/5/2022', month(2022, 12), month(2022, 12)],
  ['12/2022 - 01/2023', month(2022, 12), month(2023, 1)],
  ['12/2022–01/2023', month(2022, 12), month(2023, 1)],
  ['2021 to 2022', month(2021, 1), month(2022, 12)],
  ['Dec. 2022', month(2022, 12), month(2022, 12)],
  ['March 5, 2024 until now', month(2024, 3), month(2026, 11)],
  ['2024', month(2024, 1), month(2024, 12)],
])('a visit written as %j is read', (text, from, to) => {
  expect(readVisitDate(text, today)).toEqual({ from, to });
});

test.each(['', 'last summer', '13/2022', '0/2022', '12/22', 'Foo 2022', '2022-05-12', '9999'])(
  'a visit written as %j is kept and not read',
  (text) => {
    expect(readVisitDate(text, today)).toBeNull();
    expect(adviceOn(text, today)).toBeNull();
  },
);

test.each([
  ['10/2023', 'long-ago'],
  ['11/2023', null],
  ['01/2019 - 12/2025', null],
  ['11/2026', null],
  ['12/2026', 'future'],
  ['2026', null],
  ['2027 to 2028', 'future'],
  ['10/2026 - 02/2027', null],
  ['01/2023 - 12/2022', 'backwards'],
  ['2026 to 2025', 'backwards'],
  ['12/2027 - 01/2027', 'backwards'],
])('a visit written as %j is advised on as %j', (text, advice) => {
  expect(adviceOn(text, today)).toBe(advice);
});

test('a visit that ends before it begins is not read', () => {
  expect(readVisitDate('01/2023 - 12/2022', today)).toBeNull();
});

test('visits are sorted by when they ended, the newest first, and what cannot be read last', () => {
  const visits = ['2019', 'last summer', '12/2022 - 01/2023', '10/2026', '01/2023'];
  expect(visits.toSorted((a, b) => byVisitDate(a, b, today))).toEqual([
    '10/2026',
    '01/2023',
    '12/2022 - 01/2023',
    '2019',
    'last summer',
  ]);
});
