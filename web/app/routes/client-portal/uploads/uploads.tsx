import {
  documentTypes,
  maxDocumentBytes,
  maxFilesAtOnce,
  maxSentNoteCharacters,
  sentTypeNames,
} from '@claimdesk/api/document-types';
import { useEffect, useMemo, useState } from 'react';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { formatEastern, longEasternDate } from '#web/app/dates.ts';
import { kilobytes } from '#web/app/documents.ts';
import { CharactersLeft } from '#web/app/forms/characters-left.tsx';
import { ErrorSummary, type Problem } from '#web/app/forms/error-summary.tsx';
import { Field } from '#web/app/forms/field.tsx';
import { countId, describedBy } from '#web/app/forms/field-ids.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { forClient } from '#web/app/routes/client-portal/client-request.server.ts';
import { uploadsPath } from '#web/app/routes/client-portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/uploads';
import { receiveUploads, type UploadOutcome } from './receive-uploads.server.ts';
import './uploads.css';

type Sent = Outputs['uploads']['list'][number];
type Errors = Record<string, string>;

const title = 'Send us papers';
const accepted =
  'image/jpeg,image/png,image/heic,image/heif,application/pdf,.jpg,.jpeg,.png,.heic,.heif,.pdf';

/** The component renders the title itself, because it also announces errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title,
    description: 'The portal for clients.',
    path: uploadsPath,
    hidden: true,
  }).filter((tag) => !('title' in tag));

export function loader(page: Route.LoaderArgs) {
  const { searchParams } = page.url;
  return forClient(page, async ({ api }) => ({
    wait: searchParams.has('wait'),
    receipt: searchParams.get('receipt'),
    sent: await api.uploads.list(),
  }));
}

/** The form posts natively, with and without script. */
export function action(page: Route.ActionArgs) {
  return receiveUploads(page);
}

/** Where clients hand in papers, and see what became of them. */
export default function Uploads({ loaderData: { wait, receipt, sent }, actionData }: Route.ComponentProps) {
  const firm = useLayoutData();
  const name = [`${title}, Client Portal`, firm?.firmName].filter(Boolean).join(' | ');
  const { problem, errors, refuse } = useProblem(actionData);
  const shown = actionData ? actionData.receipt : receipt;
  const received = sent.filter((each) => each.receipt === shown);
  return (
    <>
      <title>{problem ? `Error: ${name}` : name}</title>
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => (field === 'note' ? 'note' : 'files')} />
      ) : null}
      <h1>{title}</h1>
      {wait ? (
        <div className="notice warn" role="alert">
          <p>
            <strong>Please wait a while.</strong> Many files were downloaded. Try again later, or call us.
          </p>
        </div>
      ) : null}
      {received[0] ? <Receipt receipt={received[0].receipt} count={received.length} /> : null}
      {actionData ? <AlreadySent files={actionData.files} /> : null}
      <p className="prose">
        A letter from Social Security, a record from your doctor, a form that you have filled in: take a photo
        of each page with your phone, or choose a PDF, and send it here.
      </p>
      <UploadForm typed={actionData?.typed} errors={errors} refuse={refuse} />
      <section aria-labelledby="sent">
        <h2 id="sent">What you sent</h2>
        {sent.length === 0 ? <p>You have not sent us any papers here yet.</p> : null}
        {sent.length > 0 ? (
          <ul className="sent-files">
            {sent.map((each) => (
              <li className="card" key={each.id}>
                <SentFile sent={each} />
              </li>
            ))}
          </ul>
        ) : null}
      </section>
    </>
  );
}

/** What has to be corrected, as the server found it or, before anything is sent, the page's script. */
function useProblem(outcome: UploadOutcome | undefined) {
  const [found, refuse] = useState<Errors | null>(null);
  return useMemo(() => {
    if (found)
      return { problem: { title: 'Nothing was sent', text: '', errors: found }, errors: found, refuse };
    const refused = (outcome?.files ?? []).flatMap(({ name, outcome: each }) =>
      each.state === 'refused' ? [`${name}: ${each.text}`] : [],
    );
    if (refused.length > 0) {
      const title = `${countOf(refused.length)} ${refused.length === 1 ? 'was' : 'were'} not sent`;
      const problem: Problem = { title, text: '', errors: Object.fromEntries(refused.entries()) };
      return { problem, errors: { files: refused.join('. ') }, refuse };
    }
    const errors: Errors = outcome?.errors ?? {};
    const isRefused = Object.keys(errors).length > 0;
    return { problem: isRefused ? { title: 'Nothing was sent', text: '', errors } : null, errors, refuse };
  }, [outcome, found]);
}

/** @returns such as `2 files`. */
function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

function Receipt({ receipt, count }: { receipt: string; count: number }) {
  return (
    <section className="prose notice success" aria-labelledby="receipt">
      <h2 id="receipt">We received {countOf(count)}</h2>
      <p>
        Your receipt is{' '}
        <span className="nowrap">
          <strong>{receipt}</strong>.
        </span>{' '}
        Our office looks at what you sent, and below you see when it was read. Please keep the papers
        themselves.
      </p>
    </section>
  );
}

function AlreadySent({ files }: { files: UploadOutcome['files'] }) {
  const known = files.flatMap(({ number, name, outcome }) =>
    outcome.state === 'known' ? [{ number, name, receipt: outcome.receipt }] : [],
  );
  if (known.length === 0) return null;
  return (
    <section className="prose notice" aria-labelledby="known">
      <h2 id="known">We already have {countOf(known.length)} of these</h2>
      <ul className="file-outcomes">
        {known.map(({ number, name, receipt }) => (
          <li key={number}>
            {name}: receipt <span className="nowrap">{receipt}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FormProps {
  typed: UploadOutcome['typed'] | undefined;
  errors: Errors;
  /** Shows what has to be corrected before anything is sent. */
  refuse: (errors: Errors | null) => void;
}

function UploadForm({ typed, errors, refuse }: FormProps) {
  const [sending, setSending] = useSending();
  const [note, setNote] = useState(typed?.note ?? '');
  return (
    <form
      className="form uploads-form"
      method="post"
      action={uploadsPath}
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => {
        const problem = problemOf(new FormData(event.currentTarget).getAll('files'));
        if (problem || sending) event.preventDefault();
        refuse(problem ? { files: problem } : null);
        if (!problem) setSending(true);
      }}
    >
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
          value={note}
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
        hint={`Up to ${maxFilesAtOnce} files at once, of 25 MB at most: PDF, JPEG, PNG, or HEIC from an iPhone. On a phone you can take the photos now.`}
        error={errors.files}
      >
        <input
          className="input"
          id="files"
          name="files"
          type="file"
          multiple
          accept={accepted}
          aria-invalid={errors.files ? true : undefined}
          aria-describedby={describedBy('files', { hint: true, error: Boolean(errors.files) })}
        />
      </Field>
      <div className="button-row">
        <button type="submit" className="button" aria-disabled={sending || undefined}>
          Send
        </button>
      </div>
      <p role="status">{sending ? 'Sending. This can take some minutes. Please keep this page open.' : ''}</p>
    </form>
  );
}

/** Whether the form is on its way; no longer where the browser shows the page again after going back. */
function useSending() {
  const [sending, setSending] = useState(false);
  useEffect(() => {
    const stop = () => setSending(false);
    window.addEventListener('pageshow', stop);
    return () => window.removeEventListener('pageshow', stop);
  }, []);
  return [sending, setSending] as const;
}

/** @returns what the server would refuse too, but only after minutes. */
function problemOf(chosen: FormDataEntryValue[]): string | undefined {
  const files = chosen.filter((each) => each instanceof File && each.name !== '');
  if (files.length === 0) return 'Choose at least one file';
  if (files.length > maxFilesAtOnce)
    return `Choose ${maxFilesAtOnce} files at most, and send the others after`;
  const large = files.find((each) => each instanceof File && each.size > maxDocumentBytes);
  return large instanceof File ? `${large.name} is larger than 25 MB. Choose a smaller one` : undefined;
}

function SentFile({ sent }: { sent: Sent }) {
  const { id, title: name, type, ending, size, receipt, at, isOpen } = sent;
  const facts = [type === 'other' ? null : documentTypes[type], ending.toUpperCase(), kilobytes(size)];
  return (
    <>
      <h3>
        {isOpen ? (
          <a href={`${uploadsPath}/${id}/file`}>
            {name}
            <span className="visually-hidden">, receipt {receipt}</span>
          </a>
        ) : (
          name
        )}
      </h3>
      <p>
        <State sent={sent} />
      </p>
      <p className="file-facts">
        {facts.filter(Boolean).join(', ')}, sent <time dateTime={at}>{formatEastern(at)}</time> Eastern time,
        receipt <span className="nowrap">{receipt}</span>
      </p>
    </>
  );
}

function State({ sent: { state, readAt } }: { sent: Sent }) {
  const firm = useLayoutData();
  if (state === 'read' && readAt)
    return (
      <>
        <strong>Read by our office</strong> on <time dateTime={readAt}>{longEasternDate(readAt)}</time>
      </>
    );
  if (state === 'not-accepted')
    return (
      <>
        <strong>Could not be accepted.</strong> Our virus scanner found something in this file, so nobody
        opens it. Please send a photo of the paper instead
        {firm ? (
          <>
            , or call us at <PhoneLink firm={firm} end="." />
          </>
        ) : (
          '.'
        )}
      </>
    );
  return <strong>{state === 'checked' ? 'Checked' : 'Received'}</strong>;
}
