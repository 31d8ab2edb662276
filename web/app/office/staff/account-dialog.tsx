import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/account-dialog';
import { RoleField, TextField } from './account-fields.tsx';
import { listPath, roles, states } from './account-words.ts';
import {
  type NotSaved,
  presentFailure,
  presentProblems,
  problemsOf,
  readAccount,
  readPostedAccount,
} from './read-account.server.ts';
import { StaffDialog } from './staff-dialog.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'staffAccounts.change');
    const account = await readAccount(site, page.params.id);
    return data(account, { status: account ? 200 : 404 });
  });
}

export function action(page: Route.ActionArgs) {
  const refuse = (failure: NotSaved) => data(failure, { status: failure.status });
  return actForStaff(
    page,
    async (site, posted) => {
      const { name, role, version } = readPostedAccount(posted);
      if (posted.get('do') === 'send-link') {
        await site.api.staffAccounts.sendLink({ id: page.params.id, version });
        return redirectWithNotice(site, listPath, 'staff-link-sent');
      }
      if (posted.get('do') === 'remove-passkeys') {
        await site.api.staffAccounts.removePasskeys({ id: page.params.id, version });
        return redirectWithNotice(site, listPath, 'staff-passkeys-removed');
      }
      if (posted.get('do') === 'end-two-step') {
        await site.api.staffAccounts.endTwoStep({ id: page.params.id, version });
        return redirectWithNotice(site, listPath, 'staff-two-step-off');
      }
      const problems = problemsOf(readPostedAccount(posted));
      if (!role || Object.keys(problems).length > 0) return refuse(presentProblems(problems, posted));
      await site.api.staffAccounts.change({ id: page.params.id, version, name, role });
      return redirectWithNotice(site, listPath, 'staff-changed');
    },
    (error, posted) => refuse(presentFailure(error, posted)),
  );
}

export function meta() {
  return untitledMeta;
}

/** Name and role of an account, and a link for its password. Posts natively: the list comes next. */
export default function AccountDialog({
  loaderData: account,
  actionData: notSaved,
  params: { id },
}: Route.ComponentProps) {
  return (
    <StaffDialog
      id={id}
      title="Staff account"
      heading={account ? 'Edit account' : 'This account was not found'}
      notSaved={notSaved}
    >
      {(closeLink) =>
        account ? (
          <AccountForm account={account} notSaved={notSaved}>
            {closeLink('Cancel')}
          </AccountForm>
        ) : (
          closeLink('Close')
        )
      }
    </StaffDialog>
  );
}

interface AccountFormProps {
  account: Outputs['staffAccounts']['detail'];
  notSaved: NotSaved | undefined;
  /** The link that closes the dialog. */
  children: React.ReactNode;
}

function AccountForm({ account, notSaved, children }: AccountFormProps) {
  const { name, email, role, state, own, twoStep, passkeys } = account;
  const errors = notSaved?.problem.errors ?? {};
  return (
    <>
      {notSaved?.isConflict ? (
        <p className="notice">
          Stored now: {name}, {roles[role].label}, {states[state]}. If you save again, what you typed replaces
          it.
        </p>
      ) : null}
      <p>{email}</p>
      <StaffForm className="form" noValidate>
        <input
          type="hidden"
          name="version"
          value={notSaved && !notSaved.isConflict ? notSaved.typed.version : account.version}
        />
        <TextField
          id="name"
          label="Name"
          value={notSaved?.typed.name ?? name}
          error={errors.name}
          maxLength={120}
        />
        {own ? (
          <>
            <input type="hidden" name="role" value={role} />
            <p>Your role is {roles[role].label}. Only another administrator can change it.</p>
          </>
        ) : (
          <RoleField value={notSaved ? notSaved.typed.role : role} error={errors.role} />
        )}
        <div className="button-row">
          <button type="submit" className="button">
            Save
          </button>
          {children}
        </div>
      </StaffForm>
      {state === 'disabled' ? null : (
        <StaffForm className="titled">
          <h3>{state === 'invited' ? 'Invitation' : 'Password'}</h3>
          <p>
            {state === 'invited'
              ? 'Nobody has chosen a password for this account yet. A new invitation replaces the one before.'
              : 'For somebody who forgot the password: we email a link to choose a new one.'}
          </p>
          <input type="hidden" name="version" value={account.version} />
          <button type="submit" name="do" value="send-link" className="button secondary">
            {state === 'invited' ? 'Send the invitation again' : 'Send a link for a new password'}
          </button>
        </StaffForm>
      )}
      {twoStep && !own ? (
        <StaffForm className="titled">
          <h3>Two-step login</h3>
          <p>For somebody who lost the phone and the recovery codes.</p>
          <input type="hidden" name="version" value={account.version} />
          <button type="submit" name="do" value="end-two-step" className="button secondary">
            Turn off two-step login
          </button>
        </StaffForm>
      ) : null}
      {passkeys > 0 && !own ? (
        <StaffForm className="titled">
          <h3>Passkeys</h3>
          <p>For somebody who lost a device. The account has {passkeys}; after this it has none.</p>
          <input type="hidden" name="version" value={account.version} />
          <button type="submit" name="do" value="remove-passkeys" className="button secondary">
            Remove all passkeys
          </button>
        </StaffForm>
      ) : null}
    </>
  );
}
