import { documentTypes } from '@claimdesk/api/document-types';
import { Link } from 'react-router';
import { formatEastern, formatEasternDate, longEasternDate } from '#web/app/dates.ts';
import { fileSize } from '#web/app/documents.ts';
import { contractPath, pdfPath } from '#web/app/routes/admin/contracts/addresses.ts';
import { usePermissions } from '#web/app/routes/admin/permissions.tsx';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { heldWords } from './agency-notices.ts';
import { ClientClaim } from './client-claim.tsx';
import { DialogLink } from './client-dialog-frame.tsx';
import { ClientNotes } from './client-notes.tsx';
import { clientPath } from './client-table.tsx';
import { Consents } from './consents.tsx';
import { Contracts, Evaluations, PossibleDuplicates } from './linked-records.tsx';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];
type ContractLink = Client['differentContracts'][number];

interface Props {
  client: Client;
  /** What was set about the claim, newest first. */
  claim: Outputs['clients']['claim'];
  documents: Outputs['clients']['documents'];
  notes: Outputs['clients']['notes'];
  /** Of the notes that are shown; null for the newest. */
  cursor: string | null;
  /** What follows the client's information. */
  children?: React.ReactNode;
}

/** What is known about a client, on the client's page and on paper. */
export function ClientSections({ client, claim, documents, notes, cursor, children }: Props) {
  return (
    <>
      <Information client={client} />
      {children}
      <ClientClaim client={client} history={claim} />
      <PossibleDuplicates client={client} />
      <Entries
        client={client}
        kind="mailing-address"
        title="Mailing addresses"
        none="No mailing addresses yet."
        entries={client.mailingAddresses}
      >
        <LettersTo client={client} />
        <AgencyNotices id={client.id} notices={client.agencyNotices} />
      </Entries>
      <Entries
        client={client}
        kind="phone-number"
        title="Phones"
        none="No phone numbers yet."
        entries={client.phones}
      />
      <Entries
        client={client}
        kind="email-address"
        title="Emails"
        none="No email addresses yet."
        entries={client.emails}
      />
      <Entries
        client={client}
        kind="emergency-contact"
        title="Emergency contacts"
        none="No emergency contacts yet."
      />
      <Entries
        client={client}
        kind="medical-facility"
        title="Medical facilities"
        none="No medical facilities yet."
      />
      <Entries
        client={client}
        kind="medical-treatment"
        title="Medical treatments"
        none="No medical treatments yet."
      />
      <Consents client={client} />
      <Contracts client={client} />
      <Evaluations client={client} />
      <Documents
        id={client.id}
        isConfirmed={client.confirmBy === null}
        contracts={client.documents}
        uploads={documents}
      />
      <ClientNotes id={client.id} notes={notes} cursor={cursor} />
    </>
  );
}

function Information({ client }: { client: Client }) {
  const { id, name, nameFrom, ssn, dateOfBirth, registeredAt, confirmBy, lastSignInAt } = client;
  const can = usePermissions();
  return (
    <Section title="Information">
      <dl className="record">
        <Fact label="Name">
          {name ?? 'No name yet'}
          {nameFrom ? <Source contract={nameFrom} note="The account itself has no name yet." /> : null}
        </Fact>
        <Fact label="Social Security number">
          {ssn}{' '}
          {can('clients.revealSsn') ? (
            <DialogLink id={id} path="reveal">
              Reveal<span className="visually-hidden"> the Social Security number</span>
            </DialogLink>
          ) : null}
        </Fact>
        <Fact label="Date of birth">{dateOfBirth}</Fact>
        <Fact label="Registered">
          <time dateTime={registeredAt}>{formatEastern(registeredAt)}</time>
        </Fact>
        <Fact label="Identity">
          {confirmBy === null ? 'Verified' : 'Unverified'}
          {confirmBy === null ? null : (
            <small className="source">
              The account ends on {longEasternDate(confirmBy)} unless the client confirms it with a code from{' '}
              {can('clients.issueConfirmationCode') ? 'you.' : 'a colleague.'}
            </small>
          )}
        </Fact>
        <Fact label="Last login">
          {lastSignInAt ? <time dateTime={lastSignInAt}>{formatEastern(lastSignInAt)}</time> : 'Never'}
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface EntriesProps {
  client: Client;
  /** Of what the client entered. */
  kind: keyof Client['entered'];
  title: string;
  /** What it says when there are none. */
  none: string;
  /** What the contracts say. */
  entries?: Client['phones'];
  children?: React.ReactNode;
}

/** What the client entered in the portal, and then what the contracts say. */
function Entries({ client, kind, title, none, entries = [], children }: EntriesProps) {
  const entered = client.entered[kind];
  return (
    <Section title={title}>
      {entries.length + entered.length === 0 ? <p>{none}</p> : null}
      {entries.length + entered.length > 0 ? (
        <ul className="entries">
          {entered.map(({ id, value, notes, at }) => (
            <li key={id}>
              {value}
              <small className="source">
                {notes.length > 0 ? `${notes.join('. ')}. ` : null}
                Entered in the portal on {longEasternDate(at)}
                {client.confirmBy === null ? null : ', by an account that is not confirmed'}
              </small>
            </li>
          ))}
          {entries.map(({ value, from }) => (
            <li key={value}>
              {value}
              <Source contract={from} />
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Section>
  );
}

/** Which of the addresses is the one to write to. */
function LettersTo({ client: { lettersTo, entered, confirmBy } }: { client: Client }) {
  const hasEntered = entered['mailing-address'].length > 0;
  if (lettersTo === null && !hasEntered) return null;
  const why = hasEntered && confirmBy !== null ? 'the account is not confirmed' : 'the portal has none';
  return (
    <p>
      {lettersTo === 'portal'
        ? 'Letters go to the address from the portal.'
        : lettersTo === 'contract'
          ? `Letters go to the address on the newest contract, because ${why}.`
          : 'Write to the address from the portal only once the account is confirmed.'}
    </p>
  );
}

const earlyWords = { call: 'confirmed in a call', 'in person': 'confirmed in person' } as const;

/** Whether Social Security was told about the address that the client entered. */
function AgencyNotices({ id, notices }: { id: string; notices: Client['agencyNotices'] }) {
  const can = usePermissions();
  if (notices.length === 0) return null;
  return (
    <>
      <h3>Notices to Social Security</h3>
      <ul>
        {notices.map(({ id: notice, madeAt, sentAt, how, early, who, held }) => (
          <li key={notice}>
            {sentAt ? (
              <>
                Told on {longEasternDate(sentAt)},{' '}
                {how === 'letter' ? 'by letter' : 'on their website for representatives'}, by{' '}
                {who ?? 'an account that was deleted'}
                {early ? `, before its hold ended: ${earlyWords[early]}` : null}
              </>
            ) : (
              <>
                <strong>Not sent yet</strong>: the address of {longEasternDate(madeAt)}.{' '}
                {held ? `${heldWords(held)}. ` : null}
                {can('profile.markNoticeSent') ? (
                  <DialogLink id={id} path={`notices/${notice}/sent`} name={`notice-${notice}`}>
                    Mark as sent<span className="visually-hidden"> to Social Security</span>
                  </DialogLink>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The contract that a value is from. */
function Source({ contract: { id, signedAt }, note }: { contract: ContractLink; note?: string }) {
  return (
    <small className="source">
      From the <Link to={contractPath(id)}>contract signed on {longEasternDate(signedAt)}</Link>
      {note ? `. ${note}` : null}
    </small>
  );
}

interface DocumentsProps {
  /** The client's. */
  id: string;
  /** Whether staff know who the client is. */
  isConfirmed: boolean;
  contracts: Client['documents'];
  uploads: Outputs['clients']['documents'];
}

/** What staff uploaded and the client sent, and the PDFs of the client's contracts. */
function Documents({ id, isConfirmed, contracts, uploads }: DocumentsProps) {
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
                <time dateTime={signedAt}>{formatEasternDate(signedAt)}</time>
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
        <time dateTime={at}>{formatEasternDate(at)}</time>
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

/** How far a document from the client has come, and what the client wrote about it. */
function FromClient({ about, ending }: { about: NonNullable<Upload['fromClient']>; ending: string }) {
  const { receipt, note, scan, copy, readAt, reader, handled } = about;
  return (
    <>
      <small className="source">
        {readAt ? (
          <>
            Read by {reader ?? 'an account that was deleted'},{' '}
            <time dateTime={readAt}>{formatEastern(readAt)}</time>
          </>
        ) : (
          <strong>{stateWords(about)}</strong>
        )}
        . Receipt <span className="nowrap">{receipt}</span>
      </small>
      {handled ? (
        <small className="source">
          Handled by {handled.who ?? 'an account that was deleted'},{' '}
          <time dateTime={handled.at}>{formatEastern(handled.at)}</time>
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

function isLocked({ scan, readiness }: NonNullable<Upload['fromClient']>): boolean {
  return scan === 'pending' || scan === 'infected' || readiness !== 'ready';
}

/** Whether that is for good. */
function cannotBeOpened({ scan, readiness }: NonNullable<Upload['fromClient']>): boolean {
  return scan === 'infected' || readiness === 'unreadable';
}

/** @returns how far a paper is that nobody has opened, or why nobody can, in words. */
function stateWords({ scan, readiness }: NonNullable<Upload['fromClient']>): string {
  if (scan === 'infected') return 'Locked: the virus scanner found something';
  if (scan === 'pending') return 'Being checked for viruses';
  if (readiness === 'unreadable')
    return 'Locked: we cannot read this PDF. Ask the client for a photo of each page';
  return readiness === 'preparing' ? 'Being made ready to open' : 'Unread';
}
