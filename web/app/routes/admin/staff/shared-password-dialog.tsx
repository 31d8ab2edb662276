import { useId } from 'react';
import { Dialog } from '#web/app/components/dialog.tsx';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { CloseLink, focusAfter, useClose } from '#web/app/routes/admin/over-list.tsx';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import {
  actForStaff,
  failedChange,
  forStaff,
  redirectWithNotice,
  sentenceOf,
} from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/shared-password-dialog';
import { listPath } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    await api.staff.require({ procedure: 'staffAccounts.turnOffShared' });
    return null;
  });
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site) => {
      await site.api.staffAccounts.turnOffShared();
      return redirectWithNotice(site, listPath, 'shared-password-off');
    },
    (error) => sentenceOf(failedChange(error)),
  );
}

export function meta() {
  return backOfficeMeta('Turn off the shared password');
}

/** Asks before the shared admin password is turned off. Posts natively: the list comes next. */
export default function SharedPasswordDialog({ actionData: message }: Route.ComponentProps) {
  const close = useClose(listPath);
  const [title, text] = [useId(), useId()];
  return (
    <Dialog
      role="alertdialog"
      labelledBy={title}
      describedBy={text}
      onClose={close}
      focusAfter={() => focusAfter(undefined)}
    >
      <h2 id={title}>Turn off the shared password?</h2>
      <p id={text}>
        Whoever signed in with it is signed out at once. Everybody then needs an account of their own. Only a
        command on the server turns it on again.
      </p>
      <StaffForm className="review">
        <p role="alert" className={message ? 'notice error' : undefined}>
          {message}
        </p>
        <div className="button-row">
          <CloseLink listPath={listPath} close={close} data-autofocus>
            Cancel
          </CloseLink>
          <button type="submit" className="button danger">
            Turn it off
          </button>
        </div>
      </StaffForm>
    </Dialog>
  );
}
