import { getForm } from '@claimdesk/forms/registry';
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { metaUnlessRefused } from '#web/app/office/back-office.ts';
import { BackOfficeError, BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import {
  type DirectoryFilter,
  listAddress,
  type NameOrder,
  nameOrderOf,
  nameOrders,
  readDirectoryFilter,
} from '#web/app/office/lists/list-filter.ts';
import { Choice, ListTools, NoRows } from '#web/app/office/lists/list-tools.tsx';
import { loadList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { NewRows } from '#web/app/office/lists/new-rows.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/attorneys';
import { deletePath, editPath, listPath, newPath } from './addresses.ts';

const failed = 'Failed to load attorneys';

export async function loader(page: Route.LoaderArgs) {
  const filter = readDirectoryFilter(page.url.searchParams);
  const loaded = await loadList(page, filter, (api, request) => api.directory.list(request));
  return { ...loaded, states: getForm('attorney').ui.fields.state?.options ?? {} };
}

export function action(page: Route.ActionArgs) {
  return searchList(page, listPath, readDirectoryFilter);
}

export function meta({ error }: Route.MetaArgs) {
  return metaUnlessRefused('Attorneys', error);
}

/** The directory as staff maintain it, with its dialogs. */
export default function Attorneys({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, cursor, problem, states } = loaderData;
  const { data: page } = trpc.directory.list.useQuery({ ...filter, cursor }, { enabled: !problem });
  const { search, key } = useLocation();
  const can = usePermissions();
  return (
    <>
      <BackToDashboard />
      <div className="list-heading">
        <h1>Attorneys</h1>
        {can('directory.add') ? (
          <Link className="button" to={newPath + search} {...dialogLinkProps}>
            Add Attorney
          </Link>
        ) : null}
      </div>
      <LatestSuccess />
      <Outlet key={key} />
      <ListTools
        path={listPath}
        filter={filter}
        query={page?.query ?? null}
        problem={actionData ?? problem}
        other={{
          searchedBy: 'name, firm, city, state, specialty, phone or email',
          fields: <DirectoryFields filter={filter} states={states} />,
        }}
      />
      <NewRows
        list="directory"
        one="attorney"
        many="attorneys"
        path={listPath}
        filter={filter}
        newest={page?.newest}
        shown={page?.rows.length ?? 0}
      />
      {cursor ? (
        <p>
          <a href={listAddress(listPath, filter)}>Back to the first attorneys</a>
        </p>
      ) : null}
      {page || problem ? null : <CouldNotLoad failed={failed} />}
      {page?.rows.length === 0 ? (
        <NoRows path={listPath} filter={filter} cursor={cursor} empty="No attorneys yet." many="attorneys" />
      ) : null}
      {page?.rows.length ? (
        <AttorneyTable rows={page.rows} search={search} order={nameOrderOf(filter)} />
      ) : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={listAddress(listPath, filter, page.next)}>
            More attorneys
          </a>
        </p>
      ) : null}
    </>
  );
}

interface DirectoryFieldsProps {
  filter: DirectoryFilter;
  /** Names by codes. */
  states: Record<string, string>;
}

function DirectoryFields({ filter, states }: DirectoryFieldsProps) {
  const { name: first, ...others } = nameOrders;
  return (
    <>
      <Choice
        name="state"
        label="State"
        options={Object.entries(states)}
        first="All states"
        chosen={filter.state}
      />
      <Choice name="sort" label="Order" options={Object.entries(others)} first={first} chosen={filter.sort} />
    </>
  );
}

/** An attorney who could not be read for a dialog. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status < 500) return <BackOfficeError error={error} />;
  return (
    <>
      <BackToDashboard />
      <h1>Attorneys</h1>
      <CouldNotLoad failed={failed} />
    </>
  );
}

type Row = Outputs['directory']['list']['rows'][number];

/** @param search of this page of the list, which the dialogs open over. */
function AttorneyTable({ rows, search, order }: { rows: Row[]; search: string; order: NameOrder }) {
  const columns = ['Name', 'Firm', 'Location', 'Email', 'Phone', 'Experience', 'Specialties'];
  return (
    <RecordTable
      className="attorneys"
      caption={`${nameOrders[order]}. All but “Not listed” are in the public directory.`}
      sorted={{ column: 'Name', order }}
      columns={usePermissions()('directory.change') ? [...columns, 'What you can do'] : columns}
    >
      {rows.map((row) => (
        <AttorneyRow key={row.id} row={row} search={search} />
      ))}
    </RecordTable>
  );
}

function AttorneyRow({ row, search }: { row: Row; search: string }) {
  const { id, name, years_experience: years } = row;
  const mayChange = usePermissions()('directory.change');
  return (
    <tr>
      <th scope="row">
        {mayChange ? (
          <Link {...dialogLinkProps} id={linkIdOf(id)} to={editPath(id) + search}>
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
        <span className="two-lines">{row.specialties.join(', ')}</span>
      </td>
      {mayChange ? (
        <td>
          <div className="button-row">
            <Link {...dialogLinkProps} to={editPath(id) + search} className="button secondary small">
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <Link {...dialogLinkProps} to={deletePath(id) + search} className="button quiet small">
              Delete<span className="visually-hidden"> {name}</span>
            </Link>
          </div>
        </td>
      ) : null}
    </tr>
  );
}
