import { shortDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link, Outlet, useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { importsPath } from '#web/app/office/imports/addresses.ts';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { backLabels, listAddress, type Order, orderOf, orders } from '#web/app/office/lists/list-filter.ts';
import { isListEmpty, ListTools, NoRows } from '#web/app/office/lists/list-tools.tsx';
import { loadFilteredList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/matter-list';
import { listPath, matterPath } from './addresses.ts';
import { standingText, statuses } from './matter-words.ts';

export function loader(page: Route.LoaderArgs) {
  return loadFilteredList(page, (api, request) => api.matters.list(request));
}

export function action(page: Route.ActionArgs) {
  return searchList(page, listPath);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta() {
  return backOfficeMeta('Matters');
}

export default function MatterList({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, cursor, problem } = loaderData;
  const { data: page } = trpc.matters.list.useQuery({ ...filter, cursor }, { enabled: !problem });
  const order = orderOf(filter);
  const can = usePermissions();
  const { key } = useLocation();
  return (
    <>
      <div className="list-heading">
        <h1>Matters</h1>
        {can('matters.open') ? (
          <Link {...dialogLinkProps} id={linkIdOf('new')} className="button small" to={`${listPath}/new`}>
            New matter
          </Link>
        ) : null}
        {can('imports.list') ? <Link to={importsPath}>Import claim status</Link> : null}
      </div>
      <LatestSuccess />
      <Outlet key={key} />
      <ListTools
        path={listPath}
        filter={filter}
        query={page?.query ?? null}
        problem={actionData ?? problem}
        statuses={statuses}
        hasOwners
        other={{ searchedBy: 'name, phone, email or matter number' }}
        isEmpty={isListEmpty({ filter, cursor, page })}
      />
      {cursor ? (
        <p>
          <a href={listAddress(listPath, filter)}>{backLabels[order]}</a>
        </p>
      ) : null}
      {page || problem ? null : <CouldNotLoad failed="Failed to load matters" />}
      {page?.rows.length === 0 ? (
        <NoRows
          path={listPath}
          filter={filter}
          cursor={cursor}
          empty="There are no matters yet."
          many="matters"
        />
      ) : null}
      {page?.rows.length ? <MatterTable rows={page.rows} order={order} /> : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={listAddress(listPath, filter, page.next)}>
            {order === 'oldest' ? 'Newer matters' : 'Older matters'}
          </a>
        </p>
      ) : null}
    </>
  );
}

type Rows = Outputs['matters']['list']['rows'];

function MatterTable({ rows, order }: { rows: Rows; order: Order }) {
  return (
    <RecordTable
      caption={`${orders[order]}. Times are in Eastern time.`}
      columns={['Name', 'Claim', 'Next due', 'Owner', 'Phone', 'Opened', 'Number']}
      sorted={{ column: 'Opened', order }}
    >
      {rows.map((row) => (
        <tr key={row.number}>
          <th scope="row">
            <Link to={matterPath(row.number)}>{row.name}</Link>
            <SampleBadge isSample={row.isSample} />
          </th>
          <td data-label="Claim">{standingText(row)}</td>
          <td data-label="Next due">{row.nextDue ? shortDate(row.nextDue) : 'Nothing'}</td>
          <td data-label="Owner">{ownerName(row.owner)}</td>
          <td data-label="Phone">{row.phone}</td>
          <td data-label="Opened">
            <time dateTime={row.openedAt}>{shortEasternDateTime(row.openedAt)}</time>
          </td>
          <td data-label="Number">{row.number}</td>
        </tr>
      ))}
    </RecordTable>
  );
}
