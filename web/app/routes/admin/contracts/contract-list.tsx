import { Link } from 'react-router';
import { formatEastern } from '#web/app/dates.ts';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { CouldNotLoad } from '#web/app/routes/admin/back-office-frame.tsx';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
import { loadListForStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/contract-list';
import { contractPath, listPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return loadListForStaff(page, ({ contracts }, cursor) => contracts.list({ cursor }));
}

export function meta() {
  return backOfficeMeta('Contracts');
}

export default function ContractList({ loaderData: { page, cursor } }: Route.ComponentProps) {
  return (
    <>
      <h1>Contracts</h1>
      <p role="status" className="list-status">
        {page ? statusOf(page.rows.length) : null}
      </p>
      {cursor ? (
        <p>
          <Link to={listPath}>Back to the newest</Link>
        </p>
      ) : null}
      {page ? null : <CouldNotLoad failed="Failed to load contracts" />}
      {page?.rows.length === 0 ? <p>No contracts signed yet.</p> : null}
      {page?.rows.length ? <ContractTable rows={page.rows} /> : null}
      {page?.next ? (
        <p className="load-more">
          <Link className="button secondary" to={`${listPath}?cursor=${page.next}`}>
            Older contracts
          </Link>
        </p>
      ) : null}
    </>
  );
}

function statusOf(shown: number): string {
  return shown > 0 ? `Showing ${shown} ${shown === 1 ? 'contract' : 'contracts'}` : '';
}

type Rows = NonNullable<Route.ComponentProps['loaderData']['page']>['rows'];

function ContractTable({ rows }: { rows: Rows }) {
  return (
    <RecordTable
      caption="Newest first. Times are Eastern."
      columns={['Name', 'Phone', 'State', 'Signed', 'Reference']}
    >
      {rows.map(({ id, name, phone, state, signedAt, reference }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={contractPath(id)}>{name}</Link>
          </th>
          <td data-label="Phone">{phone}</td>
          <td data-label="State">{state}</td>
          <td data-label="Signed">
            <time dateTime={signedAt}>{formatEastern(signedAt)}</time>
          </td>
          <td data-label="Reference">{reference}</td>
        </tr>
      ))}
    </RecordTable>
  );
}
