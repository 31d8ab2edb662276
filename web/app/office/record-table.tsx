import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { NameOrder, Order } from './lists/list-filter.ts';

interface RecordTableProps {
  caption: string;
  /** The headings, all different. */
  columns: readonly string[];
  /** The column of dates or names that the records are sorted by, and how; `other` where not by it alone. */
  sorted?: { column: string; order: Order | NameOrder | 'other' };
  /** Added to the table's own class. */
  className?: string;
  onKeyDown?: React.KeyboardEventHandler<HTMLTableElement>;
  /** A `tr` for each record: its first cell is a `th`, and the others name their column with `data-label`. */
  children: React.ReactNode;
}

/** The heading of the boxes that select rows: there is no room for it. */
export const tickColumn = 'Select';

const directions = {
  newest: 'descending',
  oldest: 'ascending',
  pending: 'other',
  calls: 'other',
  other: 'other',
  name: 'ascending',
  reverse: 'descending',
} as const;

/** A table from 768 px up; on narrower screens every row is a card. */
export function RecordTable({
  caption,
  columns,
  sorted,
  className = '',
  onKeyDown,
  children,
}: RecordTableProps) {
  return (
    <div className="table-scroll">
      <table className={`table ${className}`.trim()} onKeyDown={onKeyDown}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                scope="col"
                key={column}
                className={column === tickColumn ? 'tick' : undefined}
                aria-sort={column === sorted?.column ? directions[sorted.order] : undefined}
              >
                {column === tickColumn ? <span className="visually-hidden">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface DecisionRowProps {
  what: string;
  /** The name of the account; null once that was deleted. */
  who: string | null;
  /** ISO 8601 */
  at: string;
  reason: string;
}

/** A row of a table of what staff did and why. */
export function DecisionRow({ what, who, at, reason }: DecisionRowProps) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td data-label="Who">{who ?? 'An account that was deleted'}</td>
      <td data-label="When">
        <time dateTime={at}>{shortEasternDateTime(at)}</time>
      </td>
      <td data-label="Reason" className="long">
        {reason}
      </td>
    </tr>
  );
}
