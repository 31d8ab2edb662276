import { documentTypes } from '@claimdesk/api/document-types';
import { shortEasternDate, shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { pdfPath } from '#web/app/office/contracts/addresses.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { fileSize } from '#web/app/ui/files/documents.ts';
import { DialogLink } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];

interface DocumentsProps {
  /** The client's. */
  id: string;
  /** Whether staff have verified the client's identity. */
  isConfirmed: boolean;
  contracts: Client['documents'];
  uploads: Outputs['clients']['documents'];
}

/** What staff uploaded and the client sent, and the PDFs of the client's contracts. */
export function ClientDocuments({ id, isConfirmed, contracts, uploads }: DocumentsProps) {
  const can = usePermissions();
  return (
    <Section title="Documents">
      {can('clients.addDocument') ? (
        <p>
          <DialogLink id={id} path="add-document" className="button secondary small">
            Upload a document
          </DialogLink>
        </p>
      ) : null}
      {contracts.length + uploads.length === 0 ? <p>No documents yet.</p> : null}
      {contracts.length + uploads.length > 0 ? (
        <RecordTable
          caption="Uploads first, then contracts, each newest first. Dates are in Eastern time."
          columns={['Title', 'Type', 'Date', 'Size', 'From']}
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.id} id={id} upload={upload} isConfirmed={isConfirmed} />
          ))}
          {contracts.map(({ contract: { id: contract, reference, signedAt }, size }) => (
            <tr key={contract}>
              <th scope="row">
                <a href={pdfPath(contract)}>Client contract {reference}</a>
              </th>
              <td data-label="Type">Signed contract, PDF</td>
              <td data-label="Date">
                <time dateTime={signedAt}>{shortEasternDate(signedAt)}</time>
              </td>
              <td data-label="Size">{size === null ? 'The PDF is being made' : fileSize(size)}</td>
              <td data-label="From">Client</td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

type Upload = DocumentsProps['uploads'][number];

function UploadRow({ id, upload, isConfirmed }: { id: string; upload: Upload; isConfirmed: boolean }) {
  const { id: document, title, type, ending, at, size, who, fromClient } = upload;
  const can = usePermissions();
  return (
    <tr>
      <th scope="row">
        {fromClient && isLocked(fromClient) ? (
          title
        ) : (
          <a href={`${clientPath(id)}/documents/${document}/file`}>{title}</a>
        )}
        {fromClient ? <FromClient about={fromClient} ending={ending} /> : null}
        {can('clients.changeDocument') ? (
          <small className="source record-links">
            <DialogLink id={id} path={`documents/${document}/change`} name={`change-${document}`}>
              Change<span className="visually-hidden"> title or type of {title}</span>
            </DialogLink>
            {fromClient && cannotBeOpened(fromClient) && !fromClient.handled ? (
              <DialogLink id={id} path={`documents/${document}/handled`} name={`handled-${document}`}>
                Mark as handled<span className="visually-hidden">: {title}</span>
              </DialogLink>
            ) : null}
            <DialogLink id={id} path={`documents/${document}/delete`} name={`delete-${document}`}>
              Delete<span className="visually-hidden"> {title}</span>
            </DialogLink>
          </small>
        ) : null}
      </th>
      <td data-label="Type">
        {documentTypes[type]}, {ending.toUpperCase()}
      </td>
      <td data-label="Date">
        <time dateTime={at}>{shortEasternDate(at)}</time>
      </td>
      <td data-label="Size">{fileSize(size)}</td>
      <td data-label="From">
        {fromClient ? 'The client' : (who ?? 'An account that was deleted')}
        {fromClient && !isConfirmed ? (
          <small className="source">By an account that is not confirmed</small>
        ) : null}
      </td>
    </tr>
  );
}

/** The state of a document from the client, and the client's note about it. */
function FromClient({ about, ending }: { about: NonNullable<Upload['fromClient']>; ending: string }) {
  const { receipt, note, scan, copy, readAt, reader, handled } = about;
  return (
    <>
      <small className="source">
        {readAt ? (
          <>
            Read by {reader ?? 'an account that was deleted'},{' '}
            <time dateTime={readAt}>{shortEasternDateTime(readAt)}</time>
          </>
        ) : (
          <strong>{stateWords(about)}</strong>
        )}
        . Receipt <span className="nowrap">{receipt}</span>
      </small>
      {handled ? (
        <small className="source">
          Handled by {handled.who ?? 'an account that was deleted'},{' '}
          <time dateTime={handled.at}>{shortEasternDateTime(handled.at)}</time>
        </small>
      ) : null}
      {readAt && isLocked(about) ? (
        <small className="source">
          <strong>{stateWords(about)}</strong>
        </small>
      ) : null}
      {copy ? (
        <small className="source">
          {copy.drawn < copy.pages
            ? `Pictures of its first ${copy.drawn} pages; it has ${copy.pages}. `
            : 'Pictures of its pages. '}
          The file itself stays locked, because it was not checked for viruses.
        </small>
      ) : null}
      {scan === 'none' && ending !== 'pdf' ? (
        <small className="source">Rewritten from the client’s picture. Not checked for viruses.</small>
      ) : null}
      {note ? <small className="source note-text">“{note}”</small> : null}
    </>
  );
}

export function isLocked({ scan, readiness }: NonNullable<Upload['fromClient']>): boolean {
  return scan === 'pending' || scan === 'infected' || readiness !== 'ready';
}

/** Whether a document stays locked for good. */
function cannotBeOpened({ scan, readiness }: NonNullable<Upload['fromClient']>): boolean {
  return scan === 'infected' || readiness === 'unreadable';
}

/** @returns the state of a document that nobody has opened yet, or why nobody can open it, in words. */
export function stateWords({ scan, readiness }: NonNullable<Upload['fromClient']>): string {
  if (scan === 'infected') return 'Locked: the virus scanner found something';
  if (scan === 'pending') return 'Being checked for viruses';
  if (readiness === 'unreadable')
    return 'Locked: we cannot read this PDF. Ask the client for a photo of each page';
  return readiness === 'preparing' ? 'Being made ready to open' : 'Unread';
}
