import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Inputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/invite-dialog';
import { listPath } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staffAccounts.invite', () => presentForm('staff-invitation'));
}

export function meta() {
  return untitledMeta;
}

/** Creates an account for a colleague. */
export default function InviteDialog({ loaderData: form }: Route.ComponentProps) {
  const invite = trpc.staffAccounts.invite.useMutation();
  return (
    <StaffDialog
      under={listPath}
      title="Invite a colleague"
      form={form}
      save={async (answers) => {
        await invite.mutateAsync(answers as Inputs['staffAccounts']['invite']);
        return { title: 'Invited', text: 'The link to choose a password is on its way by email.' };
      }}
    >
      <p>We send an email with a link to choose a password. It works once, for seven days.</p>
    </StaffDialog>
  );
}
