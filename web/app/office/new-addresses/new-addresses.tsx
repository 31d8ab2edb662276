import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { heldWords } from '#web/app/office/clients/agency-notices.ts';
import { clientPath, unknownName } from '#web/app/office/clients/client-table.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { cursorIn, orNull, prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/new-addresses';
import { newAddressesPath } from './addresses.ts';

type NewAddress = Outputs['clients']['newAddresses']['rows'][number];

const title = 'New addresses';

export async function loader(page: Route.LoaderArgs) {
  const cursor = cursorIn(page);
  return { cursor, ...(await prefetch(page, (api) => [orNull(api.clients.newAddresses({ cursor }))])) };
}

export function meta() {
  return backOfficeMeta(title);
}

/** All new addresses to report to Social Security, each with the reason to wait, if there is one. */
export default function NewAddresses({ loaderData: { cursor } }: Route.ComponentProps) {
  const { data: page } = trpc.clients.newAddresses.useQuery({ cursor });
  return (
    <>
      <BackToDashboard />
      <h1>{title}</h1>
      <LatestSuccess />
      <p className="prose">
        Tell Social Security about each of these addresses, by letter or on its website. Then mark it as sent,
        so that the client can see when and how. If one is held, wait, or call the client before you send it.
      </p>
      {cursor ? (
        <p>
          <a href={newAddressesPath}>Back to the oldest</a>
        </p>
      ) : null}
      {page ? null : <CouldNotLoad failed="Failed to load new addresses" />}
      {page?.rows.length === 0 ? (
        <p>{cursor ? 'There are no newer ones.' : 'Social Security has been told about all of them.'}</p>
      ) : null}
      {page?.rows.length ? <Table rows={page.rows} /> : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={`${newAddressesPath}?cursor=${page.next}`}>
            Newer addresses
          </a>
        </p>
      ) : null}
    </>
  );
}

const columns = ['Client', 'SSN', 'Address changed', 'Status'];

function Table({ rows }: { rows: NewAddress[] }) {
  const canMark = usePermissions()('profile.markNoticeSent');
  return (
    <RecordTable
      caption="Oldest first. Times are in Eastern time."
      columns={canMark ? [...columns, 'What you can do'] : columns}
    >
      {rows.map(({ id, client, madeAt, held }) => {
        const name = client.name ?? unknownName;
        return (
          <tr key={id}>
            <th scope="row">
              <Link to={clientPath(client.id)}>
                {name}
                {client.name ? null : <span className="visually-hidden">, SSN {client.ssn}</span>}
              </Link>
            </th>
            <td data-label="SSN" className="short">
              {client.ssn}
            </td>
            <td data-label="Address changed">
              <time dateTime={madeAt}>{shortEasternDateTime(madeAt)}</time>
            </td>
            <td data-label="Status">{held ? heldWords(held) : 'Not sent yet'}</td>
            {canMark ? (
              <td data-label="What you can do">
                <Link className="button secondary small" to={`${clientPath(client.id)}/notices/${id}/sent`}>
                  Mark as sent
                  <span className="visually-hidden">
                    {' '}
                    for {name}, SSN {client.ssn}
                  </span>
                </Link>
              </td>
            ) : null}
          </tr>
        );
      })}
    </RecordTable>
  );
}
