import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
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
import { StaffDialog } from './staff-dialog.tsx';

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

/** Creates an account for a colleague. Posts natively: the list comes next. */
export default function InviteDialog({ actionData: notSaved }: Route.ComponentProps) {
  const { errors = {} } = notSaved?.problem ?? {};
  return (
    <StaffDialog title="Invite a colleague" heading="Invite a colleague" notSaved={notSaved}>
      {(closeLink) => (
        <>
          <p>We send an email with a link to choose a password. It works once, for seven days.</p>
          <StaffForm className="form" noValidate>
            <TextField
              id="name"
              label="Name"
              value={notSaved?.typed.name}
              error={errors.name}
              maxLength={120}
            />
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
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </StaffDialog>
  );
}
