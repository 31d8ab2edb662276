import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/shared-password-dialog';
import { listPath } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staffAccounts.turnOffShared', () => null);
}

export function meta() {
  return untitledMeta;
}

/** Asks before the shared admin password is turned off. */
export default function SharedPasswordDialog() {
  const turnOff = trpc.staffAccounts.turnOffShared.useMutation();
  return (
    <StaffDialog
      under={listPath}
      title="Turn off the shared password"
      heading="Turn off the shared password?"
      button="Turn it off"
      danger
      save={async () => {
        await turnOff.mutateAsync();
        return {
          title: 'The shared password is off',
          text: 'Everybody signs in with an account of their own now.',
        };
      }}
    >
      <p>
        Whoever logged in with it is logged out at once. Everybody then needs an account of their own. Only a
        command on the server turns it on again.
      </p>
    </StaffDialog>
  );
}
