import { expect, test } from 'vitest';
import { cellOf, columnsOf } from './list-columns.ts';

const older = {
  columns: [
    { field: 'email', title: 'Email', value: 'a@example.com' },
    { field: 'fax', title: 'Fax', value: '555-0100' },
  ],
};
const newer = {
  columns: [
    { field: 'email', title: 'Email address', value: 'b@example.com' },
    { field: 'phone', title: 'Phone', value: '555-0101' },
  ],
};

test('no rows have no columns', () => {
  expect(columnsOf([])).toEqual([]);
});

test('rows of two versions of the form share one table, with the words of the newest', () => {
  expect(columnsOf([newer, older])).toEqual([
    { field: 'email', title: 'Email address' },
    { field: 'phone', title: 'Phone' },
    { field: 'fax', title: 'Fax' },
  ]);
});

test('a row without the column says N/A', () => {
  expect(cellOf(older, 'phone')).toBe('N/A');
  expect(cellOf(newer, 'phone')).toBe('555-0101');
});
