import { randomUUID } from 'node:crypto';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useEffect, useRef, useState } from 'react';
import { data, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { CharactersLeft, countCharacters } from '#web/app/ui/forms/characters-left.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { countId, describedBy } from '#web/app/ui/forms/field-ids.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/note-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';

const maxCharacters = 4_000;

type Verb = 'add' | 'edit' | 'correct';

/** What was typed, and the key that makes sending it twice harmless. */
interface Typed {
  key: string;
  text: string;
}

export function loader(page: Route.LoaderArgs) {
  const { id, note } = page.params;
  const verb = verbAt(page.url.pathname);
  return forStaff(page, async (site) => {
    await requireFor(site, verb === 'edit' ? 'clients.editNote' : 'clients.addNote');
    const { clients } = site.api;
    return { key: randomUUID(), note: note === undefined ? null : await clients.note({ id, note }) };
  });
}

/** Posts natively, with and without script; the page that follows shows the note. */
export function action(page: Route.ActionArgs) {
  const { id, note = '' } = page.params;
  const verb = verbAt(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const wrong = problemOf(typed.text);
      if (wrong) return data({ typed, errors: { text: wrong } }, { status: 400 });
      const { clients } = site.api;
      if (verb === 'edit') await clients.editNote({ id, note, ...typed });
      else await clients.addNote({ id, ...typed, ...(verb === 'correct' ? { corrects: note } : {}) });
      return redirectWithNotice(site, clientPath(id), verb === 'edit' ? 'note-changed' : 'note-added');
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      return data({ typed: readTyped(posted), errors: { '': text } }, { status });
    },
  );
}

function readTyped(posted: FormData): Typed {
  const text = (name: string) => String(posted.get(name) ?? '');
  // Browsers post line breaks as two characters; no other control characters can be typed.
  const typed = text('text').replaceAll('\r\n', '\n');
  return { key: text('key'), text: typed.replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '').trim() };
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'Write the note';
  if (countCharacters(text) > maxCharacters) return 'Say it in 4,000 characters or fewer';
  return undefined;
}

function verbAt(path: string): Verb {
  const [, verb = 'add'] = /\/(edit|correct)$/.exec(path) ?? [];
  return verb as Verb;
}

const words = {
  add: { title: 'Add a note', button: 'Save the note' },
  edit: { title: 'Change the note', button: 'Save the note' },
  correct: { title: 'Add a correction', button: 'Save the correction' },
} as const satisfies Record<Verb, { title: string; button: string }>;

export function meta() {
  return untitledMeta;
}

export default function NoteDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const verb = verbAt(useLocation().pathname);
  const { title, button } = words[verb];
  const { note, key } = loaderData;
  const errors: Record<string, string> | undefined = actionData?.errors;
  const [first] = useState(actionData?.typed ?? { key, text: verb === 'edit' ? (note?.text ?? '') : '' });
  return (
    <ClientDialogFrame
      id={id}
      name={note ? `${verb}-${note.id}` : 'add-note'}
      title={title}
      failed="The note was not saved"
      errors={errors}
    >
      {(closeLink) => (
        <>
          {verb === 'correct' && note ? <Original note={note} /> : null}
          {verb === 'edit' ? <p>You can change it for 15 minutes after you wrote it.</p> : null}
          <StaffForm className="form" noValidate>
            <NoteFields
              first={first}
              label={verb === 'correct' ? 'Correction' : 'Note'}
              error={errors?.text}
            />
            <div className="button-row">
              <button type="submit" className="button">
                {button}
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}

function Original({ note: { text, who, at } }: { note: Outputs['clients']['note'] }) {
  return (
    <>
      <p>
        The note of {shortEasternDateTime(at)} Eastern time by {who ?? 'an account that was deleted'} stays as
        it is:
      </p>
      <blockquote className="note-text">{text}</blockquote>
    </>
  );
}

interface NoteFieldsProps {
  /** What the server rendered. */
  first: Typed;
  label: string;
  error: string | undefined;
}

function NoteFields({ first, label, error }: NoteFieldsProps) {
  const [text, setText] = useState(first.text);
  const field = useRef<HTMLTextAreaElement>(null);
  // What was typed before this script ran, or put back by the browser.
  useEffect(() => {
    const typed = field.current?.value ?? first.text;
    if (typed !== first.text) setText(typed);
  }, [first]);
  const id = 'text';
  return (
    <Field
      id={id}
      label={label}
      hint="Plain text. Every member of staff can read it, and nobody can delete it."
      error={error}
    >
      <input type="hidden" name="key" value={first.key} />
      <textarea
        ref={field}
        className="input"
        id={id}
        name={id}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${describedBy(id, { hint: true, error: Boolean(error) })} ${countId(id)}`}
      />
      <CharactersLeft id={id} maxLength={maxCharacters} text={text} />
    </Field>
  );
}
