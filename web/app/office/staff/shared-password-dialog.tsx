import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { ConfirmDialog } from '#web/app/office/confirm-dialog.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
  sentenceOf,
} from '#web/app/office/staff-request.server.ts';
import type { Route } from './+types/shared-password-dialog';
import { listPath } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'staffAccounts.turnOffShared');
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
    (error) => sentenceOf(error),
  );
}

export function meta() {
  return backOfficeMeta('Turn off the shared password');
}

/** Asks before the shared admin password is turned off. Posts natively: the list comes next. */
export default function SharedPasswordDialog({ actionData: message }: Route.ComponentProps) {
  return (
    <ConfirmDialog
      listPath={listPath}
      title="Turn off the shared password?"
      text="Whoever logged in with it is logged out at once. Everybody then needs an account of their own. Only a command on the server turns it on again."
      message={message}
      button={{ label: 'Turn it off', danger: true }}
    />
  );
}
