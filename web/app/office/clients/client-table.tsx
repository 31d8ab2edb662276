import { shortEasternDate } from '@claimdesk/forms/eastern-time';
import { Link, useNavigate } from 'react-router';
import { type Order, orders } from '#web/app/office/lists/list-filter.ts';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { opensRow } from '#web/app/office/submissions/submission-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';

type ClientRow = Outputs['clients']['list']['rows'][number];

/** In place of the name of an account that has none, nor a contract that shows it. */
export const unknownName = 'Name not known';

/** @param id the account's random id. */
export function clientPath(id: string): string {
  return `/admin/client/${id}`;
}

export function ClientTable({ rows, order }: { rows: ClientRow[]; order: Order }) {
  return (
    <RecordTable
      className="clients"
      caption={`${orders[order]}. Dates are in Eastern time.`}
      columns={['Name', 'SSN', 'Date of birth', 'Registered']}
      sorted={{ column: 'Registered', order }}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </RecordTable>
  );
}

function Row({ row: { id, name, ssn, dateOfBirth, registeredAt, isSample } }: { row: ClientRow }) {
  const navigate = useNavigate();
  return (
    <tr
      onClick={({ target, currentTarget }) => {
        if (opensRow(target, currentTarget)) navigate(clientPath(id));
      }}
    >
      <th scope="row">
        <Link to={clientPath(id)}>
          {name ?? unknownName}
          {name ? null : <span className="visually-hidden">, SSN {ssn}</span>}
        </Link>
        <SampleBadge isSample={isSample} />
      </th>
      <td data-label="SSN" className="short">
        {ssn}
      </td>
      <td data-label="Date of birth">{dateOfBirth}</td>
      <td data-label="Registered">
        <time dateTime={registeredAt}>{shortEasternDate(registeredAt)}</time>
      </td>
    </tr>
  );
}
