import { useId } from 'react';
import { Link } from 'react-router';
import { dialogLinkProps } from '#web/app/office/list-dialog.tsx';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { finishPath, matterPath } from './addresses.ts';
import { distanceText, shortDueText, standingText } from './matter-words.ts';

type Group = Outputs['matters']['today']['overdue'];

interface DueProps {
  id?: string;
  heading: string;
  group: Group;
  today: string;
  /** What is said where there are none. */
  empty: string;
}

/** Open duties under a heading, which counts them. */
export function Due({ id: own, heading, group: { rows, count, more }, today, empty }: DueProps) {
  const made = useId();
  const id = own ?? made;
  const can = usePermissions();
  const left = count - rows.length;
  return (
    <section className="titled due-group" aria-labelledby={id}>
      <h2 id={id}>
        {heading}
        {count > 0 ? `: ${count}${more ? '+' : ''}` : null}
      </h2>
      {rows.length === 0 ? <p>{empty}</p> : null}
      {rows.length > 0 ? (
        <RecordTable
          className="due"
          caption={`${heading}, the nearest day first.`}
          columns={['What', 'Due', 'Name', 'Claim', 'Owner', ...(can('matters.finish') ? ['Done'] : [])]}
        >
          {rows.map((row) => (
            <DueRow key={row.id} row={row} today={today} mayFinish={can('matters.finish')} />
          ))}
        </RecordTable>
      ) : null}
      {left > 0 ? (
        <p>{`${left}${more ? '+' : ''} more are not shown. Those that are due first come first.`}</p>
      ) : null}
    </section>
  );
}

function DueRow({
  row,
  today,
  mayFinish,
}: {
  row: Group['rows'][number];
  today: string;
  mayFinish: boolean;
}) {
  const { id, matter, title, due, appointment, hard, name, owner, isSample } = row;
  return (
    <tr>
      <th scope="row">
        {title}
        {hard ? <span className="badge pending">Last day</span> : null}
      </th>
      <td data-label="Due">
        <time dateTime={due}>{appointment ?? shortDueText(today, due)}</time>, {distanceText(today, due)}
      </td>
      <td data-label="Name">
        <Link to={matterPath(matter)}>{name}</Link>
        <SampleBadge isSample={isSample} />
      </td>
      <td data-label="Claim">{standingText(row)}</td>
      <td data-label="Owner">{ownerName(owner)}</td>
      {mayFinish ? (
        <td data-label="Done">
          <Link
            {...dialogLinkProps}
            state={{}}
            className="button secondary small"
            to={finishPath(matter, id)}
          >
            Done
            <span className="visually-hidden">
              : {title}, {name}
            </span>
          </Link>
        </td>
      ) : null}
    </tr>
  );
}
