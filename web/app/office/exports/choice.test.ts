import { describe, expect, test } from 'vitest';
import { fileNameOf, readChoice } from './choice.ts';

const kinds = [
  { name: 'evaluations', heading: 'Case evaluations', file: 'case-evaluations' },
  { name: 'callRequests', heading: 'Call requests', file: 'call-requests' },
  { name: 'contracts', heading: 'Contracts', file: 'contracts' },
];
const read = (query: string) => readChoice(new URLSearchParams(query), kinds);

describe('what is to be exported', () => {
  test.each(['', 'kind=clients&format=pdf', 'kind=constructor&format=CSV', 'kind=__proto__'])(
    'is the usual choice of each where the address has none that exists: %j',
    (query) => {
      expect(read(query)).toEqual({ kind: 'evaluations', format: 'csv', from: '', to: '' });
    },
  );

  test('keeps days as they were typed, for the server to refuse', () => {
    expect(read('from=2026-02-30&to=soon')).toMatchObject({ from: '2026-02-30', to: 'soon' });
  });

  test('has neither the order nor the place of the list that it was opened from', () => {
    expect(read('kind=contracts&sort=oldest&cursor=17-a')).not.toMatchObject({ sort: 'oldest' });
    expect(Object.keys(read('kind=contracts&sort=oldest&cursor=17-a'))).toEqual([
      'kind',
      'format',
      'from',
      'to',
    ]);
  });

  test('is the kind, the format, the days, the status, the search and the owner that were chosen', () => {
    const chosen = {
      kind: 'callRequests',
      format: 'json',
      from: '2026-01-01',
      to: '2026-01-31',
      status: 'approved',
      search: 'kTf3',
      owner: 'me',
    };
    expect(read(new URLSearchParams(chosen).toString())).toEqual(chosen);
  });
});

test('the name of the file says the list and the days, and nothing of the search', () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const choice = { kind: 'evaluations', format: 'csv', ...days, search: 'kTf3' } as const;
  expect(fileNameOf(choice, kinds)).toBe('case-evaluations-2026-01-01-to-2026-01-31.csv');
  expect(fileNameOf({ ...choice, kind: 'contracts', format: 'json' }, kinds)).toBe(
    'contracts-2026-01-01-to-2026-01-31.json',
  );
});
