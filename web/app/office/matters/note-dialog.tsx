import { useState } from 'react';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { TellSomebody } from '#web/app/office/tell-somebody.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/note-dialog';
import { matterPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.addNote', () => ({ form: presentForm('note') }));
}

export function meta() {
  return untitledMeta;
}

/** Adds a note to what happened in a matter. */
export default function NoteDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const add = trpc.matters.addNote.useMutation();
  const [tell, setTell] = useState('');
  return (
    <StaffDialog
      under={matterPath(id)}
      opener="note"
      title="Add a note"
      form={form}
      save={async ({ text }, { key }) => {
        await add.mutateAsync({ id, key, text: String(text), ...(tell && { tell }) });
        return { title: 'Note saved', text: 'It is under “What happened”.' };
      }}
    >
      <TellSomebody form={form.name} tell={tell} onTell={setTell} />
    </StaffDialog>
  );
}
