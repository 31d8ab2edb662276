import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/take-back-dialog';
import { importPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'imports.takeBack', () => ({ form: presentForm('second-person') }));
}

export function meta() {
  return untitledMeta;
}

/** Takes back what an import entered, with a second person who agrees. */
export default function TakeBackDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const takeBack = trpc.imports.takeBack.useMutation();
  return (
    <StaffDialog
      danger
      under={importPath(id)}
      opener="take-back"
      title="Take the import back"
      form={form}
      save={async ({ agreed_by }) => {
        await takeBack.mutateAsync({ id, agreedBy: String(agreed_by ?? '') });
        return { title: 'Taking it back', text: 'The page says when it is done.' };
      }}
    >
      <p>
        What it entered is corrected, and the days that it made end. A matter that it opened is deleted. Where
        something else was entered or done since, it stays, and is listed. Clients get no second email.
      </p>
    </StaffDialog>
  );
}
