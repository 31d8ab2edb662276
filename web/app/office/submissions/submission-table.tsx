import { shortEasternDate, shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link, useLocation, useNavigate } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { listAddress, type Order, orders, readListFilter } from '#web/app/office/lists/list-filter.ts';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable, tickColumn } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { CallClock } from './call-clock.tsx';
import { rejectLink } from './decision-form.tsx';
import type { Queue, SubmissionRow } from './queues.ts';
import { AppealBy, StatusBadge } from './submission-record.tsx';
import { TakeBack } from './take-back.tsx';
import type { Ticks } from './ticked-rows.tsx';

interface SubmissionTableProps {
  queue: Queue;
  rows: SubmissionRow[];
  /** Ids of the rows that arrived while the page was open. */
  arrived: ReadonlySet<string>;
  order: Order;
  /** Whether urgent ones come before that order. */
  urgentFirst: boolean;
  /** Left out for accounts that may only look. */
  ticks?: Ticks | undefined;
}

export function SubmissionTable({ queue, rows, arrived, order, urgentFirst, ticks }: SubmissionTableProps) {
  const columns = columnsOf(rows);
  const isUrgentFirst = urgentFirst && rows.some(({ isUrgent }) => isUrgent);
  return (
    <RecordTable
      className="submissions"
      caption={`${isUrgentFirst ? `Open appeals first, the nearest deadline at the top, then ${order === 'pending' ? 'the others that wait' : 'the newest'}` : orders[order]}. ${queue.submittedAs === 'day' ? 'Dates' : 'Times'} are in Eastern time.`}
      columns={[
        ...(ticks ? [tickColumn] : []),
        'Name',
        ...(queue.calls ? ['Call'] : []),
        ...(queue.letterField ? ['Appeal by'] : []),
        ...columns.map(({ title }) => title),
        ...(queue.calls ? ['Owner'] : []),
        'Status',
        queue.submitted,
        ...(queue.calls ? [] : ['Details']),
      ]}
      sorted={{ column: queue.submitted, order: isUrgentFirst ? 'other' : order }}
    >
      {rows.map((row) => (
        <Row
          key={row.id}
          queue={queue}
          row={row}
          columns={columns}
          isNew={arrived.has(row.id)}
          ticks={ticks}
        />
      ))}
    </RecordTable>
  );
}

interface RowProps {
  queue: Queue;
  row: SubmissionRow;
  columns: { field: string; title: string }[];
  isNew: boolean;
  ticks: Ticks | undefined;
}

function Row({ queue, row, columns, isNew, ticks }: RowProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { id, name, status, submittedAt, appealBy, isUrgent, callBy, called, phone, owner, isSample } = row;
  const format = queue.submittedAs === 'day' ? shortEasternDate : shortEasternDateTime;
  const filter = readListFilter(new URLSearchParams(search));
  const can = usePermissions();
  const address = listAddress(`${queue.path}/${id}`, filter);
  const open = { to: address, ...dialogLinkProps };
  return (
    <tr
      className={isNew ? 'arrived' : undefined}
      onClick={({ target, currentTarget }) => {
        if (!opensRow(target, currentTarget)) return;
        // A shortcut for the mouse; it focuses the link, so that the focus returns there when the details close.
        document.getElementById(linkIdOf(id))?.focus();
        navigate(open.to, open);
      }}
    >
      {ticks ? (
        <td className="tick">
          <label className="check">
            <input
              type="checkbox"
              checked={ticks.has(id)}
              onChange={({ currentTarget }) => ticks.set([id], currentTarget.checked)}
            />
            <span className="visually-hidden">Select {name || 'the one without a name'}</span>
          </label>
        </td>
      ) : null}
      <th scope="row">
        <Link {...open} id={linkIdOf(id)}>
          {name || 'No name'}
        </Link>
        <SampleBadge isSample={isSample} />
      </th>
      {queue.calls ? (
        <td data-label="Call">
          <CallClock callBy={callBy} called={called} />
        </td>
      ) : null}
      {queue.letterField ? (
        <td data-label="Appeal by">
          <AppealBy appealBy={appealBy} isUrgent={isUrgent} isShort />
        </td>
      ) : null}
      {columns.map(({ field, title }) =>
        field === 'phone' && phone ? (
          <td key={field} data-label={title} className="short">
            <a href={phone.href}>{phone.text}</a>
          </td>
        ) : (
          <Cell key={field} title={title} value={cellOf(row, field)} />
        ),
      )}
      {queue.calls ? <td data-label="Owner">{ownerName(owner)}</td> : null}
      <td data-label="Status" className="short">
        <StatusBadge status={status} words={queue.statuses} />
        {queue.rejection && status === 'pending' && can(`${queue.name}.decide`) ? (
          <Link
            to={listAddress(`${queue.path}/${id}/reject`, filter)}
            {...dialogLinkProps}
            id={linkIdOf(rejectLink(id))}
            className="button quiet small"
          >
            {queue.decide.rejected.label}
            <span className="visually-hidden"> {name}</span>
          </Link>
        ) : null}
        <TakeBack queue={queue} row={row} />
      </td>
      <td data-label={queue.submitted}>
        <time dateTime={submittedAt}>{format(submittedAt)}</time>
      </td>
      {/* A list of calls needs the room, and its names open the same. */}
      {queue.calls ? null : (
        <td className="short">
          <Link {...open} className="button quiet small">
            {queue.open}
            <span className="visually-hidden"> of {name}</span>
          </Link>
        </td>
      )}
    </tr>
  );
}

/** Values up to this length, such as phone numbers, stay on one line. */
const shortAtMost = 16;

function Cell({ title, value }: { title: string; value: string }) {
  return (
    <td data-label={title} className={value.length <= shortAtMost ? 'short' : 'long'}>
      {value}
    </td>
  );
}

/**
 * Links and buttons keep their own meaning, and selecting text to copy must not leave the page.
 *
 * @returns whether a click in a row opens what the row shows.
 */
export function opensRow(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || target.closest('a, button, label')) return false;
  const selection = window.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(row, true);
}

/**
 * The columns between name and status. Each row has those of its own form version, so rows from before and after a
 * change of the form share one table: the newest row's columns first, then those that only older rows have.
 */
export function columnsOf(rows: Pick<SubmissionRow, 'columns'>[]): { field: string; title: string }[] {
  const titles = new Map<string, string>();
  for (const { columns } of rows) {
    for (const { field, title } of columns) if (!titles.has(field)) titles.set(field, title);
  }
  return [...titles].map(([field, title]) => ({ field, title }));
}

/** @returns the row's value in a column, or N/A when its form did not have it. */
export function cellOf({ columns }: Pick<SubmissionRow, 'columns'>, field: string): string {
  return columns.find((column) => column.field === field)?.value ?? 'N/A';
}
