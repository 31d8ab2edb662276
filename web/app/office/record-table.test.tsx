import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DecisionRow, RecordTable } from './record-table.tsx';

describe('a table says to screen readers by which column it is sorted', () => {
  const sortedBy = (sorted?: React.ComponentProps<typeof RecordTable>['sorted']) =>
    renderToStaticMarkup(
      <RecordTable caption="Clients" columns={['Name', 'Registered']} {...(sorted && { sorted })}>
        {null}
      </RecordTable>,
    ).match(/<th [^>]*>/g);

  test.each([
    ['newest', 'descending'],
    ['oldest', 'ascending'],
    ['pending', 'other'],
    ['other', 'other'],
    ['name', 'ascending'],
    ['reverse', 'descending'],
  ] as const)('%s', (order, direction) => {
    expect(sortedBy({ column: 'Registered', order })).toEqual([
      '<th scope="col">',
      `<th scope="col" aria-sort="${direction}">`,
    ]);
  });

  test('or by none', () => {
    expect(sortedBy()).toEqual(['<th scope="col">', '<th scope="col">']);
  });
});

test('what an account did stays in the table after the account was deleted', () => {
  const row = (who: string | null) =>
    renderToStaticMarkup(
      <table>
        <tbody>
          <DecisionRow what="Number freed" who={who} at="2026-07-01T12:00:00Z" reason="Somebody else" />
        </tbody>
      </table>,
    );
  expect(row('Robin Example')).toContain('>Robin Example</td>');
  expect(row(null)).toContain('>An account that was deleted</td>');
  expect(row(null)).toContain('7/1/2026, 8:00 AM');
});
