import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/two-step-roles-dialog';
import { listPath } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staffAccounts.changeTwoStepRule', async ({ api }) => ({
    rule: await api.staffAccounts.twoStepRule(),
    form: presentForm('two-step-roles'),
  }));
}

export function meta() {
  return untitledMeta;
}

/** Which roles must have two-step sign-in. */
export default function TwoStepRolesDialog({ loaderData: { rule, form } }: Route.ComponentProps) {
  const change = trpc.staffAccounts.changeTwoStepRule.useMutation();
  const { version: newest, ...required } = rule;
  return (
    <StaffDialog
      under={listPath}
      title="Required two-step login"
      form={form}
      values={required}
      version={newest}
      save={async ({ admin, reviewer, read_only, cms_editor, cms_publisher, cms_admin }, { version }) => {
        await change.mutateAsync({
          admin: admin === true,
          reviewer: reviewer === true,
          read_only: read_only === true,
          cms_editor: cms_editor === true,
          cms_publisher: cms_publisher === true,
          cms_admin: cms_admin === true,
          version: Number(version),
        });
        return { title: 'Saved', text: 'It counts from now on, also for those who are logged in.' };
      }}
    >
      <p>
        Whoever logs in with a password and has no two-step login sets it up before anything else opens. Who
        logs in at your organization alone follows its rules. People of the CMS are logged out of it, and set
        it up when they log in again.
      </p>
    </StaffDialog>
  );
}
