import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { TellSomebody } from '#web/app/office/tell-somebody.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/note-dialog';
import { clientPath } from './client-table.tsx';

const added = { title: 'Note saved', text: 'It is the newest note on this page.' };
const words = {
  add: { title: 'Add a note', button: 'Save the note', done: added },
  edit: {
    title: 'Change the note',
    button: 'Save the note',
    done: { title: 'Note changed', text: 'It now says what you typed.' },
  },
  correct: { title: 'Add a correction', button: 'Save the correction', done: added },
} as const;

export function loader(page: Route.LoaderArgs) {
  const { id, note } = page.params;
  const verb = verbAt(page.url.pathname);
  return openFor(page, verb === 'edit' ? 'clients.editNote' : 'clients.addNote', async ({ api }) => ({
    form: presentForm(verb === 'correct' ? 'correction' : 'note'),
    note: note === undefined ? null : await api.clients.note({ id, note }),
  }));
}

function verbAt(path: string): keyof typeof words {
  const [, verb = 'add'] = /\/(edit|correct)$/.exec(path) ?? [];
  return verb as keyof typeof words;
}

export function meta() {
  return untitledMeta;
}

export default function NoteDialog({ loaderData: { form, note }, params: { id } }: Route.ComponentProps) {
  const verb = verbAt(useLocation().pathname);
  const { title, button, done } = words[verb];
  const add = trpc.clients.addNote.useMutation();
  const edit = trpc.clients.editNote.useMutation();
  const [tell, setTell] = useState('');
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={note ? `${verb}-${note.id}` : 'add-note'}
      title={title}
      form={form}
      {...(verb === 'edit' && { values: { text: note?.text } })}
      button={button}
      save={async (answers, { key }) => {
        const written = { id, key, text: String(answers.text) };
        if (verb === 'edit') await edit.mutateAsync({ ...written, note: note?.id ?? '' });
        else await add.mutateAsync({ ...written, ...(note && { corrects: note.id }), ...(tell && { tell }) });
        return done;
      }}
    >
      {verb === 'correct' && note ? (
        <>
          <p>
            The note of {shortEasternDateTime(note.at)} Eastern time by{' '}
            {note.who ?? 'an account that was deleted'} stays as it is:
          </p>
          <blockquote className="note-text">{note.text}</blockquote>
        </>
      ) : null}
      {verb === 'edit' ? null : <TellSomebody form={form.name} tell={tell} onTell={setTell} />}
      {verb === 'edit' ? <p>You can change it for 15 minutes after you wrote it.</p> : null}
    </StaffDialog>
  );
}
