import {
  acceptedFiles,
  documentTypes,
  maxFilesAtOnce,
  maxSentNoteCharacters,
  sentTypeNames,
} from '@claimdesk/api/document-types';
import { useEffect, useRef, useState } from 'react';
import { leaveOut, uploadsPath } from '#web/app/portal/portal.ts';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { fileCount } from '#web/app/ui/files/documents.ts';
import { CharactersLeft, countCharacters } from '#web/app/ui/forms/characters-left.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { countId, describedBy } from '#web/app/ui/forms/field-ids.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { keepsTyped } from '#web/app/ui/session/session-kind.ts';
import type { TypedDetails, UploadOutcome } from './receive-uploads.server.ts';
import type { FileRow } from './send-in-parts.ts';
import { resultWords } from './upload-results.tsx';
import { useFileSending } from './use-file-sending.ts';

export const formId = 'send-papers';

interface UploadFormProps {
  /** The client that the form names. After the session has ended, only this client gets back what was typed. */
  owner: string;
  typed: TypedDetails | undefined;
  errors: Record<string, string>;
  /** Shows what has to be corrected before anything is sent. */
  refuse: (errors: Record<string, string> | null) => void;
  /** Gets the results of files that were sent by script. */
  onDone: (outcome: UploadOutcome) => void;
}

/** Posts natively without script; with it, each file is sent in parts, and shows its progress. */
export function UploadForm({ owner, typed, errors, refuse, onDone }: UploadFormProps) {
  const [posting, setPosting] = usePosting();
  const [note, setNote] = useState(typed?.note ?? '');
  const [firstNote] = useState(note);
  const [details, setDetails] = useState<TypedDetails>({ type: 'other', note: '' });
  const { rows, isSending, send, cancel, retry, shrink, remove } = useFileSending(onDone);
  /** @returns whether the browser has to post the form. */
  function submit(form: HTMLFormElement): boolean {
    const posted = new FormData(form);
    const files = posted.getAll('files').filter((each) => each instanceof File && each.name !== '') as File[];
    if (posting || isSending) return false;
    // The text itself, which may have been typed before this script ran.
    const note = String(posted.get('note') ?? '');
    const problems = problemsOf(files, note);
    refuse(problems);
    if (problems) return false;
    // Browsers can hash a file only over a secure connection.
    if (!window.crypto?.subtle) {
      setPosting(true);
      return true;
    }
    const type = sentTypeNames.find((each) => each === posted.get('type')) ?? 'other';
    const sent = { type, note: note.trim() };
    setDetails(sent);
    send(files, sent);
    const field = form.elements.namedItem('files');
    if (field instanceof HTMLInputElement) field.value = '';
    return false;
  }
  return (
    <form
      id={formId}
      className="form uploads-form"
      method="post"
      action={uploadsPath}
      encType="multipart/form-data"
      noValidate
      {...keepsTyped}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.getAttribute('name') === leaveOut) return;
        if (!submit(event.currentTarget)) event.preventDefault();
      }}
    >
      <input type="hidden" name="_owner" value={owner} />
      <Field id="type" label="What is it?" optional error={undefined}>
        <select className="input" id="type" name="type" defaultValue={typed?.type ?? 'other'}>
          <option value="other">Something else, or not sure</option>
          {sentTypeNames
            .filter((type) => type !== 'other')
            .map((type) => (
              <option key={type} value={type}>
                {documentTypes[type]}
              </option>
            ))}
        </select>
      </Field>
      <Field
        id="note"
        label="Anything we should know?"
        optional
        hint="Such as: page 3 is missing, or: I have to answer by May 4."
        error={errors.note}
      >
        <textarea
          className="input"
          id="note"
          name="note"
          rows={3}
          // React makes what is given here the default at every change: then nothing would look typed when the session ends.
          defaultValue={firstNote}
          onChange={(event) => setNote(event.target.value)}
          aria-invalid={errors.note ? true : undefined}
          aria-describedby={[
            describedBy('note', { hint: true, error: Boolean(errors.note) }),
            countId('note'),
          ].join(' ')}
        />
        <CharactersLeft id="note" maxLength={maxSentNoteCharacters} text={note} />
      </Field>
      {/* The last field: the others arrive before the files. */}
      <Field
        id="files"
        label="Photos or PDFs"
        hint={`Up to ${maxFilesAtOnce} files at once, of 25 MB at most: PDF, JPEG, PNG, TIFF, or HEIC from an iPhone. On a phone you can take the photos now.`}
        error={errors.files}
      >
        <input
          className="input"
          id="files"
          name="files"
          type="file"
          multiple
          accept={acceptedFiles}
          aria-invalid={errors.files ? true : undefined}
          aria-describedby={describedBy('files', { hint: true, error: Boolean(errors.files) })}
        />
      </Field>
      <OtherWays />
      <div className="button-row">
        <button type="submit" className="button" aria-disabled={posting || isSending || undefined}>
          Send
        </button>
      </div>
      <p role="status">
        {posting
          ? 'Sending. This can take some minutes. Please keep this page open.'
          : spokenOf(rows, isSending)}
      </p>
      {rows.length > 0 ? (
        <ul className="sending-files" aria-label="Files that you are sending">
          {rows.map((row) => (
            <li key={row.key}>
              <SendingFile
                row={row}
                cancel={() => cancel(row)}
                retry={() => retry(row, details)}
                shrink={() => shrink(row, details)}
                remove={() => {
                  // Its button disappears, and its line.
                  document.getElementById('files')?.focus();
                  remove(row, details);
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}

const ended: readonly FileRow['state'][] = ['received', 'known', 'refused', 'failed', 'canceled'];

/** @returns what a screen reader says: how many files were canceled, and how far the others are. */
function spokenOf(rows: FileRow[], isSending: boolean): string {
  const left = rows.filter(({ state }) => state !== 'canceled');
  const status = statusOf(left, isSending);
  const canceled = rows.length - left.length;
  if (canceled === 0) return status;
  return `${fileCount(canceled)} canceled. ${left.length === 0 ? 'Nothing was sent.' : status}`;
}

/** @returns how far they are: once per file, not with every percent. */
function statusOf(rows: FileRow[], isSending: boolean): string {
  if (!isSending && rows.length > 0 && rows.every(({ state }) => state === 'known'))
    return `We have ${rows.length === 1 ? 'this file' : 'these files'} already.`;
  if (!isSending || rows.length === 0) return '';
  if (rows.some(({ state }) => state === 'offline'))
    return 'There is no connection. Sending will resume when the connection is back. Please keep this page open.';
  const done = rows.filter(({ state }) => ended.includes(state)).length;
  return `Sending ${fileCount(rows.length)}, ${done} done. Please keep this page open.`;
}

const words = {
  waiting: 'Waiting',
  offline: 'No connection: it goes on when the connection is back',
  checking: 'Checking',
  shrinking: 'Making it smaller',
  canceled: 'Canceled',
} as const;

interface SendingFileProps {
  row: FileRow;
  cancel: () => void;
  retry: () => void;
  shrink: () => void;
  remove: () => void;
}

function SendingFile({ row, cancel, retry, shrink, remove }: SendingFileProps) {
  const { key, file, state, percent, canShrink } = row;
  const name = useRef<HTMLParagraphElement>(null);
  const id = `sending-${key}`;
  const isNotSent = state === 'refused' || state === 'failed';
  const canCancel = state === 'waiting' || state === 'sending' || state === 'offline';
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="button secondary small" onClick={onClick}>
      {label}
      <span className="visually-hidden"> {file.name}</span>
    </button>
  );
  return (
    <>
      <p className="file-name" id={id} ref={name} tabIndex={-1}>
        {file.name}
      </p>
      <p className={isNotSent ? 'file-state not-sent' : 'file-state'}>{rowWords(row)}</p>
      {ended.includes(state) ? null : (
        <progress aria-labelledby={id} max={100} value={barValue(state, percent)}>
          {percent}%
        </progress>
      )}
      <div className="file-actions">
        {canCancel
          ? button('Cancel', () => {
              // The button disappears.
              name.current?.focus();
              cancel();
            })
          : null}
        {isNotSent && canShrink
          ? button('Make it smaller and send', () => {
              name.current?.focus();
              shrink();
            })
          : null}
        {state === 'failed' ? button('Try again', retry) : null}
        {isNotSent ? button('Remove', remove) : null}
      </div>
    </>
  );
}

/** @returns how far the bar is; undefined where nobody knows. */
function barValue(state: FileRow['state'], percent: number): number | undefined {
  if (state === 'shrinking') return undefined;
  return state === 'checking' ? 100 : percent;
}

function rowWords({ state, percent, text, receipt }: FileRow): React.ReactNode {
  if (state === 'sending') return `Sending, ${percent}%`;
  if (state === 'received') return resultWords({ state });
  if (state === 'known') return resultWords({ state, receipt });
  return state === 'refused' || state === 'failed' ? resultWords({ state: 'refused', text }) : words[state];
}

/** What to do with a file that we do not take here. */
function OtherWays() {
  const firm = useLayoutData();
  return (
    <p className="hint other-ways">
      <strong>Is a file larger than 25 MB?</strong> Take the photo again in a smaller size, or save a long PDF
      as several files.
      {firm ? (
        <>
          {' '}
          Or let our office have it another way: call us at <PhoneLink firm={firm} />
          {firm.address.length > 0 ? <>, or mail a copy to {firm.address.join(', ')}</> : null}.
        </>
      ) : null}
    </p>
  );
}

/** Whether the form is posted natively; no longer where the browser shows the page again after going back. */
function usePosting() {
  const [posting, setPosting] = useState(false);
  useEffect(() => {
    const stop = () => setPosting(false);
    window.addEventListener('pageshow', stop);
    return () => window.removeEventListener('pageshow', stop);
  }, []);
  return [posting, setPosting] as const;
}

/** @returns problems of the form as a whole, which the server would find too, but only minutes later. */
function problemsOf(files: File[], note: string): Record<string, string> | null {
  const errors: Record<string, string> = {};
  if (countCharacters(note) > maxSentNoteCharacters)
    errors.note = `Say it in ${maxSentNoteCharacters} characters or fewer`;
  if (files.length === 0) errors.files = 'Choose at least one file';
  return Object.keys(errors).length > 0 ? errors : null;
}
