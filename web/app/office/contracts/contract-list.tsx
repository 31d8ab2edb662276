import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { backLabels, listAddress, type Order, orderOf, orders } from '#web/app/office/lists/list-filter.ts';
import { isListEmpty, ListTools, NoRows } from '#web/app/office/lists/list-tools.tsx';
import { loadFilteredList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { NewRows } from '#web/app/office/lists/new-rows.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/contract-list';
import { contractPath, listPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return loadFilteredList(page, (api, request) => api.contracts.list(request));
}

export function action(page: Route.ActionArgs) {
  return searchList(page, listPath);
}

export function meta() {
  return backOfficeMeta('Contracts');
}

export default function ContractList({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, cursor, problem } = loaderData;
  const { data: page } = trpc.contracts.list.useQuery({ ...filter, cursor }, { enabled: !problem });
  const order = orderOf(filter);
  return (
    <>
      <BackToDashboard />
      <h1>Contracts</h1>
      <LatestSuccess />
      <ListTools
        path={listPath}
        filter={filter}
        query={page?.query ?? null}
        problem={actionData ?? problem}
        exportedAs="contracts"
        isEmpty={isListEmpty({ filter, cursor, page })}
      />
      <NewRows
        list="contracts"
        one="contract"
        many="contracts"
        path={listPath}
        filter={filter}
        newest={page?.newest}
        shown={page?.rows.length ?? 0}
      />
      {cursor ? (
        <p>
          <a href={listAddress(listPath, filter)}>{backLabels[order]}</a>
        </p>
      ) : null}
      {page || problem ? null : <CouldNotLoad failed="Failed to load contracts" />}
      {page?.rows.length === 0 ? (
        <NoRows
          path={listPath}
          filter={filter}
          cursor={cursor}
          empty="No contracts signed yet."
          many="contracts"
        />
      ) : null}
      {page?.rows.length ? <ContractTable rows={page.rows} order={order} /> : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={listAddress(listPath, filter, page.next)}>
            {order === 'oldest' ? 'Newer contracts' : 'Older contracts'}
          </a>
        </p>
      ) : null}
    </>
  );
}

type Rows = Outputs['contracts']['list']['rows'];

function ContractTable({ rows, order }: { rows: Rows; order: Order }) {
  return (
    <RecordTable
      caption={`${orders[order]}. Times are in Eastern time.`}
      columns={['Name', 'Phone', 'State', 'Signed', 'Reference']}
      sorted={{ column: 'Signed', order }}
    >
      {rows.map(({ id, name, phone, state, signedAt, reference, isSample }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={contractPath(id)}>{name}</Link>
            <SampleBadge isSample={isSample} />
          </th>
          <td data-label="Phone">{phone}</td>
          <td data-label="State">{state}</td>
          <td data-label="Signed">
            <time dateTime={signedAt}>{shortEasternDateTime(signedAt)}</time>
          </td>
          <td data-label="Reference">{reference}</td>
        </tr>
      ))}
    </RecordTable>
  );
}
