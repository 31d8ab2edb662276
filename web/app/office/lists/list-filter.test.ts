import { describe, expect, test } from 'vitest';
import {
  exportAddress,
  isFiltered,
  listAddress,
  nameOrderOf,
  orderOf,
  queueOrderOf,
  readDirectoryFilter,
  readListFilter,
} from './list-filter.ts';

const query = (text: string) => new URLSearchParams(text);

describe('the filter in an address', () => {
  test('has nothing of what no list is filtered by', () => {
    expect(readListFilter(query('cursor=1-a&state=NJ&query=Canaria&status=pending'))).toEqual({
      status: 'pending',
    });
    expect(readDirectoryFilter(query('status=pending&from=2026-01-01&state=NJ'))).toEqual({ state: 'NJ' });
  });

  test.each(['', 'status=', 'status=%20%20&from='])('is empty where nothing is chosen: %j', (text) => {
    expect(readListFilter(query(text))).toEqual({});
  });

  test('is cut to what the longest value can be, and never judged here', () => {
    const read = readListFilter(query(`status=${'x'.repeat(500)}&from=2026-02-30T00:00&sort=name`));
    expect(read).toEqual({ status: 'x'.repeat(20), from: '2026-02-30', sort: 'name' });
  });

  test('is read from a form too, without the spaces around it', () => {
    const form = new FormData();
    form.set('status', ' approved ');
    form.set('to', '2026-12-31');
    expect(readListFilter(form)).toEqual({ status: 'approved', to: '2026-12-31' });
  });
});

describe('a list', () => {
  test.each([{}, { sort: 'oldest' }])('is not filtered by %j', (filter) => {
    expect(isFiltered(filter)).toBe(false);
  });

  test.each([{ status: 'pending' }, { from: '2026-01-01' }, { search: 'kTf3' }, { state: 'NJ' }])(
    'is filtered by %j',
    (filter) => {
      expect(isFiltered(filter)).toBe(true);
    },
  );
});

describe('the order of a list of what waits for staff', () => {
  test.each([
    [{}, 'pending'],
    [{ owner: 'me' }, 'pending'],
    [{ sort: 'newest' }, 'newest'],
    [{ status: 'approved' }, 'newest'],
    [{ search: 'kTf3' }, 'newest'],
    [{ search: 'kTf3', sort: 'calls' }, 'calls'],
  ])('is pending first where nothing else is asked for: %j', (filter, order) => {
    expect(queueOrderOf(filter)).toBe(order);
  });
});

describe('the order of a list', () => {
  test.each([undefined, 'name', 'toString', 'newest'])('is newest first for %j', (sort) => {
    expect(orderOf({ ...(sort && { sort }) })).toBe('newest');
  });

  test.each(['oldest', 'pending', 'calls'])('is %s where that is asked for', (sort) => {
    expect(orderOf({ sort })).toBe(sort);
  });

  test.each([
    [undefined, 'name'],
    ['oldest', 'name'],
    ['reverse', 'reverse'],
  ])('of attorneys is by name unless it is reversed: %j', (sort, order) => {
    expect(nameOrderOf({ ...(sort && { sort }) })).toBe(order);
  });
});

describe('the address of a list', () => {
  test('has no query where nothing is chosen', () => {
    expect(listAddress('/admin/contracts', {})).toBe('/admin/contracts');
  });

  test('has the filter and the place in the list, as the list reads them again', () => {
    const filter = { status: 'pending', from: '2026-01-01', search: 'a+b/c=' };
    const address = new URL(listAddress('/admin/contracts', filter, '17-ab'), 'https://site.test');
    expect(readListFilter(address.searchParams)).toEqual(filter);
    expect(address.searchParams.get('cursor')).toBe('17-ab');
  });

  test('ends with the part of the page that has the list', () => {
    expect(listAddress('/admin/dashboard#clients', { status: 'waiting' })).toBe(
      '/admin/dashboard?status=waiting#clients',
    );
    expect(listAddress('/admin/dashboard#clients', {})).toBe('/admin/dashboard#clients');
  });
});

describe('the export of a list', () => {
  test('begins before any record where the list has no first day, and has no order', () => {
    expect(exportAddress('contracts', { sort: 'oldest' })).toBe(
      '/admin/exports?kind=contracts&from=2000-01-01',
    );
  });

  test('has the days, the status and the search of the list', () => {
    const filter = { from: '2026-01-01', to: '2026-01-31', status: 'pending', search: 'kTf3' };
    const { searchParams } = new URL(exportAddress('evaluations', filter), 'https://site.test');
    expect(Object.fromEntries(searchParams)).toEqual({ kind: 'evaluations', ...filter });
  });
});
