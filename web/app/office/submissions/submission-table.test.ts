import { expect, test } from 'vitest';
import { cellOf, columnsOf } from './submission-table.tsx';

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

test('a list without rows has no columns', () => {
  expect(columnsOf([])).toEqual([]);
});

test('rows of two versions of a form share one table, with the titles of the newest', () => {
  expect(columnsOf([newer, older])).toEqual([
    { field: 'email', title: 'Email address' },
    { field: 'phone', title: 'Phone' },
    { field: 'fax', title: 'Fax' },
  ]);
});

test('a row without a column shows N/A in it', () => {
  expect(cellOf(older, 'phone')).toBe('N/A');
  expect(cellOf(newer, 'phone')).toBe('555-0101');
});
