import { documentTypes } from '@claimdesk/api/document-types';
import { Link } from 'react-router';
import { formatEastern, formatEasternDate, longEasternDate } from '#web/app/dates.ts';
import { contractPath, pdfPath } from '#web/app/routes/admin/contracts/addresses.ts';
import { useMay } from '#web/app/routes/admin/may.tsx';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
import { StatusBadge } from '#web/app/routes/admin/submissions/submission-record.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { ClientNotes } from './client-notes.tsx';
import { clientPath } from './client-table.tsx';
import { DialogLink } from './over-client.tsx';

type Client = Outputs['clients']['detail'];
type ContractLink = Client['differentContracts'][number];

interface Props {
  client: Client;
  documents: Outputs['clients']['documents'];
  notes: Outputs['clients']['notes'];
  /** Of the notes that are shown; null for the newest. */
  cursor: string | null;
  /** What follows the client's information. */
  children?: React.ReactNode;
}

/** What is known about a client, on the client's page and on paper. */
export function ClientSections({ client, documents, notes, cursor, children }: Props) {
  return (
    <>
      <Information client={client} />
      {children}
      <PossibleDuplicates client={client} />
      <Entries title="Mailing addresses" none="No mailing addresses yet." entries={client.mailingAddresses} />
      <Entries title="Phones" none="No phone numbers yet." entries={client.phones} />
      <Entries title="Emails" none="No email addresses yet." entries={client.emails} />
      <Section title="Emergency contacts">
        <p>No emergency contacts yet.</p>
      </Section>
      <Section title="Medical facilities">
        <p>No medical facilities yet.</p>
      </Section>
      <Section title="Medical treatments">
        <p>No medical treatments yet.</p>
      </Section>
      <Contracts contracts={client.documents} />
      <Evaluations evaluations={client.evaluations} />
      <Documents id={client.id} contracts={client.documents} uploads={documents} />
      <ClientNotes id={client.id} notes={notes} cursor={cursor} />
    </>
  );
}

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="titled">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Information({ client }: { client: Client }) {
  const { id, name, nameFrom, ssn, dateOfBirth, registeredAt, confirmBy, lastSignInAt } = client;
  const may = useMay();
  return (
    <Section title="Information">
      <dl className="record">
        <Fact label="Name">
          {name ?? 'No name yet'}
          {nameFrom ? <Source contract={nameFrom} note="The account itself has no name yet." /> : null}
        </Fact>
        <Fact label="Social Security number">
          {ssn}{' '}
          {may('clients.revealSsn') ? (
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
              The account ends on {longEasternDate(confirmBy)} unless{' '}
              {may('clients.confirm') ? 'you confirm it.' : 'a colleague confirms it.'}
            </small>
          )}
        </Fact>
        <Fact label="Last sign-in">
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

/** Other contracts with the client's number, which has one account only, or with the client's phone or email. */
function PossibleDuplicates({ client }: { client: Client }) {
  const { differentContracts, similarContracts, moreContracts } = client;
  return (
    <Section title="Possible duplicates">
      {differentContracts.length === 0 && !moreContracts ? (
        <p>No other account or contract has this Social Security number.</p>
      ) : (
        <DifferentContracts client={client} />
      )}
      {similarContracts.length > 0 ? (
        <>
          <p>Contracts of other numbers that may be of the same person, or of somebody in the household:</p>
          <ul>
            {similarContracts.map(({ id, reference, signedAt, agrees }) => (
              <li key={id}>
                <Link to={contractPath(id)}>Contract {reference}</Link>, signed on {longEasternDate(signedAt)}
                : {sameText(agrees)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Section>
  );
}

/** Whose contracts they are is for people to find out, so nothing else on the page is from them. */
function DifferentContracts({ client: { differentContracts, moreContracts } }: { client: Client }) {
  return (
    <div className="notice warn">
      {differentContracts.length > 0 ? (
        <p>
          A contract with this Social Security number has a different name or date of birth. Compare them
          before you rely on either.
        </p>
      ) : null}
      {differentContracts.length > 0 ? (
        <ul>
          {differentContracts.map((contract) => (
            <li key={contract.id}>
              <Link to={contractPath(contract.id)}>Contract {contract.reference}</Link>, signed on{' '}
              {longEasternDate(contract.signedAt)}
            </li>
          ))}
        </ul>
      ) : null}
      {moreContracts ? <p>The number has more contracts than these. Only the newest were compared.</p> : null}
    </div>
  );
}

interface EntriesProps {
  title: string;
  /** What it says when there are none. */
  none: string;
  entries: Client['phones'];
}

function Entries({ title, none, entries }: EntriesProps) {
  return (
    <Section title={title}>
      {entries.length === 0 ? <p>{none}</p> : null}
      {entries.length > 0 ? (
        <ul className="entries">
          {entries.map(({ value, from }) => (
            <li key={value}>
              {value}
              <Source contract={from} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

/** Where a value is from: clients enter none of them in the portal. */
function Source({ contract: { id, signedAt }, note }: { contract: ContractLink; note?: string }) {
  return (
    <small className="source">
      From the <Link to={contractPath(id)}>contract signed on {longEasternDate(signedAt)}</Link>
      {note ? `. ${note}` : null}
    </small>
  );
}

/** The contracts that the client signed. */
function Contracts({ contracts }: { contracts: Client['documents'] }) {
  return (
    <Section title="Contracts">
      {contracts.length === 0 ? <p>No contracts yet.</p> : null}
      {contracts.length > 0 ? (
        <RecordTable caption="Newest first. Dates are Eastern." columns={['Contract', 'Signed', 'Status']}>
          {contracts.map(({ contract: { id, reference, signedAt }, size }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={contractPath(id)}>Contract {reference}</Link>
              </th>
              <td data-label="Signed">
                <time dateTime={signedAt}>{formatEasternDate(signedAt)}</time>
              </td>
              <td data-label="Status">{size === null ? 'Signed, the PDF is being made' : 'Signed'}</td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

/** Nobody but staff can say whose they are: an evaluation has no number and no date of birth. */
function Evaluations({ evaluations }: Pick<Client, 'evaluations'>) {
  return (
    <Section title="Case evaluations">
      {evaluations.length === 0 ? (
        <p>No case evaluation has the phone number or email address of a contract.</p>
      ) : (
        <RecordTable
          caption="May be of this client. Newest first."
          columns={['Case evaluation', 'Submitted', 'Status', 'Why']}
        >
          {evaluations.map(({ id, reference, submittedAt, status, agrees }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/admin/case-evaluations/${id}`}>Case evaluation {reference}</Link>
              </th>
              <td data-label="Submitted">
                <time dateTime={submittedAt}>{formatEasternDate(submittedAt)}</time>
              </td>
              <td data-label="Status">
                <StatusBadge status={status} />
              </td>
              <td data-label="Why">{sameText(agrees)}</td>
            </tr>
          ))}
        </RecordTable>
      )}
    </Section>
  );
}

const agreements = { name: 'name', phone: 'phone number', email: 'email address' } as const;

/** @returns such as “same name and phone number”, and what is different. */
function sameText(agrees: readonly (keyof typeof agreements)[]): string {
  const same = new Intl.ListFormat('en-US').format(agrees.map((each) => agreements[each]));
  return agrees.includes('name') ? `same ${same}` : `same ${same}, another name`;
}

interface DocumentsProps {
  /** The client's. */
  id: string;
  contracts: Client['documents'];
  uploads: Outputs['clients']['documents'];
}

/** What staff uploaded, and the PDFs of the client's contracts. */
function Documents({ id, contracts, uploads }: DocumentsProps) {
  const may = useMay();
  return (
    <Section title="Documents">
      {may('clients.addDocument') ? (
        <p>
          <DialogLink id={id} path="add-document" className="button secondary small">
            Upload a document
          </DialogLink>
        </p>
      ) : null}
      {contracts.length + uploads.length === 0 ? <p>No documents yet.</p> : null}
      {contracts.length + uploads.length > 0 ? (
        <RecordTable
          caption="Uploads first, then contracts, each newest first. Dates are Eastern."
          columns={['Title', 'Type', 'Date', 'Size', 'From']}
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.id} id={id} upload={upload} />
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
              <td data-label="Size">{size === null ? 'The PDF is being made' : kilobytes(size)}</td>
              <td data-label="From">Client</td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

function UploadRow({ id, upload }: { id: string; upload: DocumentsProps['uploads'][number] }) {
  const { id: document, title, type, ending, at, size, who } = upload;
  const may = useMay();
  const which = <span className="visually-hidden"> of {title}</span>;
  return (
    <tr>
      <th scope="row">
        <a href={`${clientPath(id)}/documents/${document}/file`}>{title}</a>
        {may('clients.changeDocument') ? (
          <small className="source record-links">
            <DialogLink id={id} path={`documents/${document}/change`} name={`change-${document}`}>
              Change<span className="visually-hidden"> title or type</span>
              {which}
            </DialogLink>
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
      <td data-label="Size">{kilobytes(size)}</td>
      <td data-label="From">{who ?? 'An account that was deleted'}</td>
    </tr>
  );
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`;
}
