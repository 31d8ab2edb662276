import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, orMissing } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/delete-dialog';
import { listPath, missing } from './addresses.ts';

const failed = { title: 'Failed to delete attorney', text: 'Please try again later.' };

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'directory.remove', async ({ api }) => {
    const attorney = await orMissing(api.directory.detail({ id: page.params.id }));
    return data(attorney, { status: attorney ? 200 : 404 });
  });
}

export function meta() {
  return untitledMeta;
}

/** Asks before an attorney is deleted. */
export default function DeleteDialog({ loaderData: attorney, params: { id } }: Route.ComponentProps) {
  const remove = trpc.directory.remove.useMutation();
  return (
    <StaffDialog
      under={listPath}
      opener={id}
      title="Delete attorney"
      heading={attorney ? 'Are you sure you want to delete this attorney?' : missing.title}
      failed={failed}
      button="Delete"
      danger
      save={
        attorney
          ? async () => {
              await remove.mutateAsync({ id });
              return { title: 'Success', text: 'Attorney deleted successfully' };
            }
          : undefined
      }
    >
      <p>{attorney ? descriptionOf(attorney.answers) : missing.text}</p>
    </StaffDialog>
  );
}

function descriptionOf({ name, firm, city, state }: Record<'name' | 'firm' | 'city' | 'state', string>) {
  return `${name}, ${firm}, ${city}, ${state}. Visitors no longer find this attorney. Requests that visitors sent before keep the name.`;
}
