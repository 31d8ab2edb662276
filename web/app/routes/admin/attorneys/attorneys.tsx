import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { LatestSuccess, useShowToast } from '#web/app/components/toast.tsx';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/routes/admin/back-office-frame.tsx';
import { useMay } from '#web/app/routes/admin/may.tsx';
import { linkIdOf, overList } from '#web/app/routes/admin/over-list.tsx';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
import { loadListForStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/attorneys';
import { deletePath, editPath, listPath, newPath } from './addresses.ts';

const failed = 'Failed to load attorneys';

export function loader(page: Route.LoaderArgs) {
  return loadListForStaff(page, ({ directory }, cursor) => directory.list({ cursor }));
}

/** Opening and closing a dialog reads the list again: others edit the same directory. */
export function shouldRevalidate() {
  return true;
}

export function meta() {
  return backOfficeMeta('Attorneys');
}

/** The directory as staff keep it, with its dialogs over it. */
export default function Attorneys({ loaderData: { page, cursor } }: Route.ComponentProps) {
  const { search, key } = useLocation();
  const may = useMay();
  const showToast = useShowToast();
  useEffect(() => {
    if (!page) showToast({ kind: 'error', title: 'Error', text: failed });
  }, [page, showToast]);
  return (
    <>
      <BackToDashboard />
      <div className="list-heading">
        <h1>Attorneys</h1>
        {may('directory.add') ? (
          <Link className="button" to={newPath + search} {...overList}>
            Add Attorney
          </Link>
        ) : null}
      </div>
      <LatestSuccess />
      <Outlet key={key} />
      <p role="status" className="list-status">
        {page ? statusOf(page.rows.length) : null}
      </p>
      {cursor ? (
        <p>
          <Link to={listPath}>Back to the first attorneys</Link>
        </p>
      ) : null}
      {page ? null : <CouldNotLoad failed={failed} />}
      {page?.rows.length === 0 ? <p>{cursor ? 'No further attorneys.' : 'No attorneys yet.'}</p> : null}
      {page?.rows.length ? <AttorneyTable rows={page.rows} search={search} /> : null}
      {page?.next ? (
        <p className="load-more">
          <Link className="button secondary" to={`${listPath}?cursor=${encodeURIComponent(page.next)}`}>
            More attorneys
          </Link>
        </p>
      ) : null}
    </>
  );
}

function statusOf(shown: number): string {
  return shown > 0 ? `Showing ${shown} ${shown === 1 ? 'attorney' : 'attorneys'}` : '';
}

type Row = Outputs['directory']['list']['rows'][number];

/** @param search of this page of the list, which the dialogs open over. */
function AttorneyTable({ rows, search }: { rows: Row[]; search: string }) {
  const columns = ['Name', 'Firm', 'Location', 'Email', 'Phone', 'Experience', 'Specialties'];
  return (
    <RecordTable
      className="attorneys"
      caption="By name. All but “Not listed” are in the public directory."
      columns={useMay()('directory.change') ? [...columns, 'What you can do'] : columns}
    >
      {rows.map((row) => (
        <AttorneyRow key={row.id} row={row} search={search} />
      ))}
    </RecordTable>
  );
}

function AttorneyRow({ row, search }: { row: Row; search: string }) {
  const { id, name, years_experience: years } = row;
  const mayChange = useMay()('directory.change');
  return (
    <tr>
      <th scope="row">
        {mayChange ? (
          <Link {...overList} id={linkIdOf(id)} to={editPath(id) + search}>
            {name}
          </Link>
        ) : (
          name
        )}
        {row.listed ? null : <span className="badge">Not listed</span>}
      </th>
      <td data-label="Firm" className="long">
        {row.firm}
      </td>
      <td data-label="Location">{`${row.city}, ${row.state}`}</td>
      <td data-label="Email" className="long">
        {row.email}
      </td>
      <td data-label="Phone" className="short">
        {row.phone}
      </td>
      <td data-label="Experience" className="short">{`${years} ${years === 1 ? 'year' : 'years'}`}</td>
      <td data-label="Specialties" className="long">
        {row.specialties.join(', ')}
      </td>
      {mayChange ? (
        <td>
          <div className="button-row">
            <Link {...overList} to={editPath(id) + search} className="button secondary small">
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <Link {...overList} to={deletePath(id) + search} className="button quiet small">
              Delete<span className="visually-hidden"> {name}</span>
            </Link>
          </div>
        </td>
      ) : null}
    </tr>
  );
}
