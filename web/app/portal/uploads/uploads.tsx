import { documentTypes } from '@claimdesk/api/document-types';
import { longEasternDate, shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { uploadsPath } from '#web/app/portal/portal.ts';
import { TooManyDownloads } from '#web/app/portal/too-many-downloads.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { fileCount, fileSize } from '#web/app/ui/files/documents.ts';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/uploads';
import { readKept, receiveUploads, type UploadOutcome } from './receive-uploads.server.ts';
import { formId, UploadForm } from './upload-form.tsx';
import { UploadResults } from './upload-results.tsx';
import './uploads.css';

type Sent = Outputs['uploads']['list'][number];
type Errors = Record<string, string>;

const title = 'Send us papers';
export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title,
    description: 'The portal for clients.',
    path: uploadsPath,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  const { searchParams } = page.url;
  return forClient(page, async ({ api }) => {
    const [{ owner, kept }, sent] = await Promise.all([
      api.profile.typed({ kind: 'papers' }),
      api.uploads.list(),
    ]);
    return {
      wait: searchParams.has('wait'),
      receipt: searchParams.get('receipt'),
      sent,
      owner,
      kept: kept && readKept(kept.answers),
    };
  });
}

/** Takes the form as it is posted without script. */
export function action(page: Route.ActionArgs) {
  return receiveUploads(page);
}

/** Where clients send documents, and see the status of each. */
export default function Uploads({ loaderData, actionData }: Route.ComponentProps) {
  const { wait, receipt, sent, owner, kept } = loaderData;
  const firm = useLayoutData();
  const name = [`${title}, Client Portal`, firm?.firmName].filter(Boolean).join(' | ');
  const { sending, forms, posted, outcome, onDone } = useOutcome(actionData);
  const { problem, errors, refuse } = useProblem(outcome);
  const shown = outcome ? outcome.receipt : receipt;
  const received = sent.filter((each) => each.receipt === shown);
  return (
    <>
      <title>{problem ? `Error: ${name}` : name}</title>
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => (field === 'note' ? 'note' : 'files')} />
      ) : null}
      <h1>{title}</h1>
      {wait ? <TooManyDownloads /> : null}
      {received[0] ? (
        <Receipt
          key={sending}
          receipt={received[0].receipt}
          count={received.length}
          takesFocus={sending > 0 && !problem}
        />
      ) : null}
      {kept && !outcome ? (
        <div className="prose notice warn">
          <p>
            <strong>This is not sent yet.</strong> You were logged out before it was sent. What you typed is
            still here. Choose the files again, then send them.
          </p>
        </div>
      ) : null}
      {posted && posted.files.length > 0 ? (
        <UploadResults files={posted.files} receipt={posted.receipt} form={formId} />
      ) : null}
      <p className="prose">
        A letter from Social Security, a record from your doctor, a form that you have filled in: take a photo
        of each page with your phone, or choose a PDF, and send it here.
      </p>
      <UploadForm
        key={forms}
        owner={owner}
        // Once all files have arrived, the text typed with them must not apply to the next ones.
        typed={outcome && isReceived(outcome) ? undefined : (outcome?.typed ?? kept ?? undefined)}
        errors={errors}
        refuse={refuse}
        onDone={onDone}
      />
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

/** The results of the files: of the posted form, or of those that were sent by script since. */
function useOutcome(posted: UploadOutcome | undefined) {
  const [sent, setSent] = useState<UploadOutcome>();
  const [sending, setSending] = useState(0);
  const [forms, setForms] = useState(0);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  function onDone(outcome: UploadOutcome): void {
    setSent(outcome);
    setSending((before) => before + 1);
    if (!isReceived(outcome)) return void revalidate();
    // As after a post: the address has the receipt, and the form is empty.
    setForms((before) => before + 1);
    return void navigate(`${uploadsPath}?receipt=${outcome.receipt}`, { preventScrollReset: true });
  }
  return { outcome: sent ?? posted, posted: sent ? undefined : posted, sending, forms, onDone };
}

/** @returns whether all files arrived, and none of them was a duplicate. */
function isReceived({ receipt, files }: UploadOutcome): boolean {
  return receipt !== null && files.every(({ outcome }) => outcome.state === 'received');
}

/** What has to be corrected, as found by the server or, before anything is sent, by the page's script. */
function useProblem(outcome: UploadOutcome | undefined) {
  const [found, refuse] = useState<Errors | null>(null);
  return useMemo(() => {
    if (found)
      return { problem: { title: 'Nothing was sent', text: '', errors: found }, errors: found, refuse };
    const refused = (outcome?.files ?? []).flatMap(({ name, outcome: each }) =>
      each.state === 'refused' ? [`${name}: ${each.text}`] : [],
    );
    if (refused.length > 0) {
      const title = `${fileCount(refused.length)} ${refused.length === 1 ? 'was' : 'were'} not sent`;
      const problem: Problem = { title, text: '', errors: Object.fromEntries(refused.entries()) };
      // Each file's own line says why.
      return { problem, errors: {}, refuse };
    }
    const errors: Errors = outcome?.errors ?? {};
    const isRefused = Object.keys(errors).length > 0;
    return { problem: isRefused ? { title: 'Nothing was sent', text: '', errors } : null, errors, refuse };
  }, [outcome, found]);
}

interface ReceiptProps {
  receipt: string;
  count: number;
  /** Whether the page was not reloaded, so that the client would not notice otherwise. */
  takesFocus: boolean;
}

function Receipt({ receipt, count, takesFocus }: ReceiptProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);
  return (
    <section ref={section} tabIndex={-1} className="prose notice success" aria-labelledby="receipt">
      <h2 id="receipt">We received {fileCount(count)}</h2>
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

function SentFile({ sent }: { sent: Sent }) {
  const { id, title: name, type, ending, size, receipt, at, isOpen } = sent;
  const facts = [type === 'other' ? null : documentTypes[type], ending.toUpperCase(), fileSize(size)];
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
        {facts.filter(Boolean).join(', ')}, sent <time dateTime={at}>{shortEasternDateTime(at)}</time> Eastern
        time, receipt <span className="nowrap">{receipt}</span>
      </p>
    </>
  );
}

function State({ sent: { state, reason, readAt } }: { sent: Sent }) {
  if (state === 'read' && readAt)
    return (
      <>
        <strong>Read by our office</strong> on <time dateTime={readAt}>{longEasternDate(readAt)}</time>
      </>
    );
  if (state === 'waiting')
    return (
      <>
        <strong>Received.</strong> Many files are being sent at this moment, so we check this one in a few
        minutes. Look here again later.
      </>
    );
  if (state === 'refused')
    return (
      <>
        <strong>Could not be accepted.</strong> {reason}.
      </>
    );
  if (state === 'not-accepted' || state === 'unreadable')
    return (
      <>
        <strong>Could not be accepted.</strong>{' '}
        {state === 'unreadable'
          ? 'We could not open this PDF.'
          : 'Our virus scanner found something in this file, so nobody opens it.'}{' '}
        Please send a photo of the paper instead
        <CallUs otherwise=".">, or call us at</CallUs>
      </>
    );
  return <strong>{state === 'checked' ? 'Checked' : 'Received'}</strong>;
}
