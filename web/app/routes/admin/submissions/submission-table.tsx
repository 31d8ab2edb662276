import { Link, useNavigate } from 'react-router';
import { cellOf, columnsOf } from './list-columns.ts';
import type { Queue, SubmissionRow } from './queue.ts';
import { StatusBadge } from './status-badge.tsx';

interface SubmissionTableProps {
  queue: Queue;
  rows: SubmissionRow[];
  /** Ids of the rows that arrived while the page was open. */
  arrived: ReadonlySet<string>;
}

/** @returns the id of the link that opens a submission, to give it the focus back. */
export function linkIdOf(submissionId: string): string {
  return `open-${submissionId}`;
}

/** A table from 768 px on; below, every row is a card (UX.md 'Lists and dialogs'). */
export function SubmissionTable({ queue, rows, arrived }: SubmissionTableProps) {
  const columns = columnsOf(rows);
  return (
    <div className="table-scroll">
      <table className="table submissions">
        <caption>{queue.order}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ field, title }) => (
              <th scope="col" key={field}>
                {title}
              </th>
            ))}
            <th scope="col">Status</th>
            <th scope="col">{queue.submitted}</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} queue={queue} row={row} columns={columns} isNew={arrived.has(row.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  queue: Queue;
  row: SubmissionRow;
  columns: { field: string; title: string }[];
  isNew: boolean;
}

function Row({ queue, row, columns, isNew }: RowProps) {
  const navigate = useNavigate();
  const { id, name, status, submittedAt } = row;
  const open = { to: `${queue.path}/${id}`, state: { fromList: true }, preventScrollReset: true };
  return (
    <tr
      className={isNew ? 'arrived' : undefined}
      onClick={({ target, currentTarget }) => {
        if (!isWanted(target, currentTarget)) return;
        // An extra for the mouse; it leaves the focus on the link, so that the focus comes back to it when the details close.
        document.getElementById(linkIdOf(id))?.focus();
        navigate(open.to, open);
      }}
    >
      <th scope="row">
        <Link {...open} id={linkIdOf(id)}>
          {name || 'No name'}
        </Link>
      </th>
      {columns.map(({ field, title }) => (
        <Cell key={field} title={title} value={cellOf(row, field)} />
      ))}
      <td data-label="Status" className="short">
        <StatusBadge status={status} />
      </td>
      <td data-label={queue.submitted}>
        <time dateTime={submittedAt}>{queue.formatSubmitted(submittedAt)}</time>
      </td>
      <td className="short">
        <Link {...open} className="button secondary small">
          {queue.open}
          <span className="visually-hidden"> of {name}</span>
        </Link>
      </td>
    </tr>
  );
}

/** Long enough for a phone number: what is this short stays on one line. */
const shortAtMost = 16;

function Cell({ title, value }: { title: string; value: string }) {
  return (
    <td data-label={title} className={value.length <= shortAtMost ? 'short' : 'long'}>
      {value}
    </td>
  );
}

/** A press on a link does its own thing, and who marks text to copy it does not want to leave the page. */
function isWanted(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || target.closest('a, button')) return false;
  const selection = window.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(row, true);
}
