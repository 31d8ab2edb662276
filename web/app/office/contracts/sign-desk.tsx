import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { listPath as staffPath } from '#web/app/office/staff/account-words.ts';
import { orNull, prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/sign-desk';
import { contractPath } from './addresses.ts';
import { unfiledText } from './unfiled.ts';

type Row = Outputs['contracts']['signDesk']['waiting'][number];

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, (api) => [orNull(api.contracts.signDesk())]);
}

export function meta() {
  return backOfficeMeta('Sign desk');
}

/** The contracts that wait for countersignature, and those that have to be filed at once. */
export default function SignDesk() {
  const { data: desk } = trpc.contracts.signDesk.useQuery();
  return (
    <>
      <BackToDashboard />
      <h1>Sign desk</h1>
      <LatestSuccess />
      {desk ? null : <CouldNotLoad failed="Failed to load the sign desk" />}
      {desk?.representatives.length === 0 ? <NobodySigns /> : null}
      {desk?.waiting.length === 0 ? <p>No contract waits for countersignature.</p> : null}
      {desk?.waiting.length ? (
        <DeskTable
          caption="Waiting for countersignature, oldest first. Times are in Eastern time."
          due="Sign by"
          rows={desk.waiting}
        />
      ) : null}
      {desk?.unfiled.length ? (
        <section className="titled">
          <h2>Signed, and not filed</h2>
          <DeskTable
            caption="From reconsideration on, oldest first. Times are in Eastern time."
            due="File by"
            rows={desk.unfiled}
          />
        </section>
      ) : null}
      {desk?.more ? <p>There are more. These have waited longest.</p> : null}
    </>
  );
}

/** Why no contract can be countersigned, and what to do about it. */
function NobodySigns() {
  const can = usePermissions();
  return (
    <p className="notice warn">
      Nobody can countersign yet: no staff account has the name of a representative.{' '}
      {can('staffAccounts.change') ? (
        <>
          Open the account of whoever represents clients under <Link to={staffPath}>Staff accounts</Link>, and
          enter the name as contracts print it.
        </>
      ) : (
        'An administrator enters it under Staff accounts.'
      )}
    </p>
  );
}

interface DeskTableProps {
  caption: string;
  /** What is to be done by the day. */
  due: string;
  rows: Row[];
}

function DeskTable({ caption, due: dueBy, rows }: DeskTableProps) {
  return (
    <RecordTable caption={caption} columns={['Name', 'Signed', dueBy, 'Filing', 'Reference']}>
      {rows.map(({ id, name, signedAt, due, unfiledAt, reference, isSample }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={contractPath(id)}>{name}</Link>
            <SampleBadge isSample={isSample} />
          </th>
          <td data-label="Signed">
            <time dateTime={signedAt}>{shortEasternDateTime(signedAt)}</time>
          </td>
          <td data-label={dueBy}>
            <time dateTime={due}>{longDateWithWeekday(due)}</time>
          </td>
          <td data-label="Filing" className="long">
            {unfiledAt ? <span className="appeal-by late">{unfiledText(unfiledAt)}</span> : 'Not urgent'}
          </td>
          <td data-label="Reference">{reference}</td>
        </tr>
      ))}
    </RecordTable>
  );
}
