import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useEffect } from 'react';
import { forgetSavedDrafts } from '#web/app/office/drafts.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { DialogLink } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';

type Page = Outputs['clients']['notes'];
export type Note = Page['rows'][number];

interface Props {
  /** The client's. */
  id: string;
  notes: Page;
  /** Of this page of notes; null for the newest. */
  cursor: string | null;
}

/** What staff wrote down about a client, newest first. */
export function ClientNotes({ id, notes: { rows, next }, cursor }: Props) {
  const can = usePermissions();
  useEffect(() => forgetSavedDrafts(rows.map(({ key }) => key)), [rows]);
  return (
    <section className="titled" id="notes">
      <h2>Notes</h2>
      {can('clients.addNote') ? (
        <p>
          <DialogLink id={id} path="add-note" className="button secondary small">
            Add a note
          </DialogLink>
        </p>
      ) : null}
      {cursor ? (
        <p>
          <a href={`${clientPath(id)}#notes`}>Back to the newest notes</a>
        </p>
      ) : null}
      {rows.length === 0 ? <p>{cursor ? 'No further notes.' : 'No notes yet.'}</p> : null}
      <ol className="notes">
        {rows.map((note) => (
          <li key={note.id}>
            <NoteText note={note} />
            {can('clients.addNote') ? <NoteLinks id={id} note={note} /> : null}
          </li>
        ))}
      </ol>
      {next ? (
        <p className="load-more">
          <a className="button secondary" href={`${clientPath(id)}?notes=${next}#notes`}>
            Older notes
          </a>
        </p>
      ) : null}
    </section>
  );
}

/** A note with its author, its time and what it corrects. */
export function NoteText({ note: { text, who, at, editedAt, corrects } }: { note: Note }) {
  return (
    <>
      <p className="source">
        <strong>{who ?? 'An account that was deleted'}</strong>,{' '}
        <time dateTime={at}>{shortEasternDateTime(at)} Eastern time</time>
        {editedAt ? `, changed ${shortEasternDateTime(editedAt)}` : null}
        {corrects?.at ? `. Corrects the note of ${shortEasternDateTime(corrects.at)}` : null}
      </p>
      <p className="note-text">{text}</p>
    </>
  );
}

function NoteLinks({ id, note: { id: note, at, mayEdit } }: { id: string; note: Note }) {
  const which = <span className="visually-hidden"> the note of {shortEasternDateTime(at)}</span>;
  return (
    <p>
      {mayEdit ? (
        <DialogLink id={id} path={`notes/${note}/edit`} name={`edit-${note}`}>
          Change{which}
        </DialogLink>
      ) : (
        <DialogLink id={id} path={`notes/${note}/correct`} name={`correct-${note}`}>
          Add a correction<span className="visually-hidden"> to{which}</span>
        </DialogLink>
      )}
    </p>
  );
}
