import { useRef } from 'react';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/new-matter';
import { listPath, matterPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.open', () => ({ form: presentForm('new-matter') }));
}

export function meta() {
  return untitledMeta;
}

/** Opens a matter for somebody who called or came by, and goes there. */
export default function NewMatter({ loaderData: { form } }: Route.ComponentProps) {
  const number = useRef('');
  const open = trpc.matters.open.useMutation();
  return (
    <StaffDialog
      under={listPath}
      opener="new"
      title="New matter"
      form={form}
      next={() => matterPath(number.current)}
      save={async (answers, { key }) => {
        const opened = await open.mutateAsync({ answers, key });
        number.current = opened;
        return { title: 'Matter opened', text: `Its number is ${opened}. It is yours.` };
      }}
    />
  );
}
