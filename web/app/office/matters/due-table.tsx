import { useId } from 'react';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { finishPath, matterPath, movePath } from './addresses.ts';
import { distanceText, shortDueText, standingText } from './matter-words.ts';

type Row = Outputs['matters']['today']['now']['rows'][number];

interface Props {
  caption: string;
  rows: readonly Row[];
  today: string;
}

/** J and K move to the next and the previous row, D to its Done: only while the focus is in the table, so that they disturb nobody. */
function moveByKey(event: React.KeyboardEvent<HTMLTableElement>): void {
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const to = key === 'j' ? row.nextElementSibling : key === 'k' ? row.previousElementSibling : null;
  if (key === 'd') row.querySelector<HTMLElement>('[data-label="Done"] a')?.click();
  else if (to) to.querySelector<HTMLElement>('[data-label="Name"] a')?.focus();
  else return;
  event.preventDefault();
}

/** What is due, each on a line with whose it is, and with a button that ends it. */
export function DueTable({ caption, rows, today }: Props) {
  const can = usePermissions();
  const mayFinish = can('matters.finish');
  return (
    <RecordTable
      className="due"
      onKeyDown={moveByKey}
      caption={caption}
      columns={['What', 'Due', 'Name', 'Claim', 'Owner', ...(mayFinish ? ['Done'] : [])]}
    >
      {rows.map((row) => (
        <DueRow key={row.id} row={row} today={today} mayFinish={mayFinish} />
      ))}
    </RecordTable>
  );
}

function DueRow({ row, today, mayFinish }: { row: Row; today: string; mayFinish: boolean }) {
  const { id, matter, title, due, appointment, hard, name, owner, isByHand, isSample } = row;
  const whatId = useId();
  return (
    <tr>
      <th scope="row" id={whatId}>
        {title}
        {hard ? <span className="badge pending">Last day</span> : null}
      </th>
      <td data-label="Due">
        <time dateTime={due}>
          {shortDueText(today, due)}
          {appointment ? `, ${appointment}` : ''}
        </time>
        , {distanceText(today, due)}
      </td>
      <td data-label="Name">
        <Link to={matterPath(matter)} aria-describedby={whatId}>
          {name}
        </Link>
        <SampleBadge isSample={isSample} />
      </td>
      <td data-label="Claim">{standingText(row)}</td>
      <td data-label="Owner">{ownerName(owner)}</td>
      {mayFinish ? (
        <td data-label="Done">
          <Link
            {...dialogLinkProps}
            id={linkIdOf(id)}
            className="button secondary small"
            to={finishPath(matter, id)}
          >
            Done
            <span className="visually-hidden">
              : {title}, {name}
            </span>
          </Link>
          {isByHand ? (
            <Link {...dialogLinkProps} className="button quiet small" to={movePath(matter, id)}>
              Move
              <span className="visually-hidden">
                : {title}, {name}
              </span>
            </Link>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}
