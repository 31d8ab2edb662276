import { useId } from 'react';
import { data } from 'react-router';
import { Dialog } from '#web/app/components/dialog.tsx';
import { ErrorSummary } from '#web/app/forms/error-summary.tsx';
import { untitledMeta } from '#web/app/routes/admin/back-office.ts';
import { CloseLink, focusAfter, useCloseDialog } from '#web/app/routes/admin/list-dialog.tsx';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/invite-dialog';
import { RoleField, TextField } from './account-fields.tsx';
import { listPath } from './account-words.ts';
import {
  type NotSaved,
  presentFailure,
  presentProblems,
  problemsOf,
  readPostedAccount,
} from './read-account.server.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'staffAccounts.invite');
    return null;
  });
}

export function action(page: Route.ActionArgs) {
  const refuse = (failure: NotSaved) => data(failure, { status: failure.status });
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readPostedAccount(posted);
      const { name, email, role } = typed;
      const problems = problemsOf(typed, true);
      if (!role || Object.keys(problems).length > 0) return refuse(presentProblems(problems, posted));
      await site.api.staffAccounts.invite({ name, email, role });
      return redirectWithNotice(site, listPath, 'staff-invited');
    },
    (error, posted) => refuse(presentFailure(error, posted)),
  );
}

export function meta() {
  return untitledMeta;
}

/** Makes an account for a colleague. Posts natively: the list comes next. */
export default function InviteDialog({ actionData: notSaved }: Route.ComponentProps) {
  const close = useCloseDialog(listPath);
  const title = useId();
  const { errors = {} } = notSaved?.problem ?? {};
  return (
    <Dialog
      labelledBy={title}
      onClose={close}
      hasTyped={notSaved !== undefined}
      focusAfter={() => focusAfter(undefined)}
    >
      <title>{`${notSaved ? 'Error: ' : ''}Invite a colleague | Back office`}</title>
      <h2 id={title} tabIndex={-1} data-autofocus>
        Invite a colleague
      </h2>
      {notSaved ? <ErrorSummary problem={notSaved.problem} targetOf={(field) => field} /> : null}
      <p>We send an email with a link to choose a password. It works once, for seven days.</p>
      <StaffForm className="form" noValidate>
        <TextField id="name" label="Name" value={notSaved?.typed.name} error={errors.name} maxLength={120} />
        <TextField
          id="email"
          label="Email address"
          type="email"
          value={notSaved?.typed.email}
          error={errors.email}
          maxLength={254}
        />
        <RoleField value={notSaved?.typed.role} error={errors.role} />
        <div className="button-row">
          <button type="submit" className="button">
            Send invitation
          </button>
          <CloseLink listPath={listPath} close={close}>
            Cancel
          </CloseLink>
        </div>
      </StaffForm>
    </Dialog>
  );
}
