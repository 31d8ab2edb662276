import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link, Outlet, useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/staff';
import {
  accountPath,
  invitePath,
  roles,
  states,
  turnOffSharedPath,
  twoStepRolesPath,
} from './account-words.ts';
import { SharedNotice } from './shared-notice.tsx';

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, (api) => [api.staffAccounts.list(), api.staffAccounts.twoStepRule()]);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta() {
  return backOfficeMeta('Staff accounts');
}

/** Who may sign in to the back office, with the dialogs over it. */
export default function StaffAccounts() {
  const [accounts] = trpc.staffAccounts.list.useSuspenseQuery();
  const [rule] = trpc.staffAccounts.twoStepRule.useSuspenseQuery();
  const { key } = useLocation();
  const shared = accounts.find((account) => account.shared);
  return (
    <>
      <BackToDashboard />
      <div className="list-heading">
        <h1>Staff accounts</h1>
        <Link className="button" to={invitePath} {...dialogLinkProps}>
          Invite a colleague
        </Link>
      </div>
      <LatestSuccess />
      <Outlet key={key} />
      {shared?.state === 'active' ? (
        <SharedNotice isOpen>
          {shared.own ? (
            'To turn it off, log in with an account of your own.'
          ) : (
            <Link className="button secondary small" to={turnOffSharedPath} {...dialogLinkProps}>
              Turn off the shared password
            </Link>
          )}
        </SharedNotice>
      ) : null}
      <RecordTable
        caption="By name. Times are in Eastern time."
        columns={['Name', 'Email', 'Role', 'Status', 'Last login', 'What you can do']}
      >
        {accounts.map((account) => (
          <Row key={account.id} account={account} />
        ))}
      </RecordTable>
      <section className="titled">
        <h2>Required two-step login</h2>
        <p className="prose">{requiredText(rule)}</p>
        <p>
          <Link className="button secondary" to={twoStepRolesPath} {...dialogLinkProps}>
            Change who must have it
          </Link>
        </p>
      </section>
    </>
  );
}

function requiredText(rule: Outputs['staffAccounts']['twoStepRule']): string {
  const required = [
    rule.admin && 'administrators',
    rule.reviewer && 'reviewers',
    rule.read_only && 'read-only accounts',
    rule.cms_editor && 'editors of the CMS',
    rule.cms_publisher && 'publishers of the CMS',
    rule.cms_admin && 'admins of the CMS',
  ].filter((role) => role !== false);
  return required.length > 0
    ? `Required of ${new Intl.ListFormat('en-US').format(required)}. Everybody else may turn it on.`
    : 'Required of nobody. Everybody may turn it on.';
}

function Row({ account }: { account: Outputs['staffAccounts']['list'][number] }) {
  const { id, name, email, role, state, lastSignInAt, own, shared } = account;
  return (
    <tr>
      <th scope="row">
        {shared ? (
          name
        ) : (
          <Link {...dialogLinkProps} id={linkIdOf(id)} to={accountPath(id)}>
            {name}
          </Link>
        )}
        {own ? (
          <>
            {' '}
            <span className="badge">You</span>
          </>
        ) : null}
      </th>
      <td data-label="Email" className="long">
        {email ?? 'None'}
      </td>
      <td data-label="Role">{roles[role].label}</td>
      <td data-label="Status">{states[state]}</td>
      <td data-label="Last login">
        {lastSignInAt ? <time dateTime={lastSignInAt}>{shortEasternDateTime(lastSignInAt)}</time> : 'Never'}
      </td>
      <td>{shared ? null : <Verbs account={account} />}</td>
    </tr>
  );
}

function Verbs({ account: { id, name, state, own } }: { account: Outputs['staffAccounts']['detail'] }) {
  const other = state === 'disabled' ? 'enable' : 'disable';
  const label = other === 'enable' ? 'Enable' : 'Disable';
  return (
    <div className="button-row">
      <Link {...dialogLinkProps} to={accountPath(id)} className="button quiet small">
        Edit<span className="visually-hidden"> {name}</span>
      </Link>
      {own ? null : (
        <Link {...dialogLinkProps} to={`${accountPath(id)}/${other}`} className="button quiet small">
          {label}
          <span className="visually-hidden"> {name}</span>
        </Link>
      )}
    </div>
  );
}
