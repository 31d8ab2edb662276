import { longEasternDate, shortEasternDate } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { StatusBadge } from '#web/app/office/submissions/submission-record.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { DialogLink } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import {
  type LinkedKind,
  type LinkState,
  linkDialogName,
  linkDialogPath,
  recordPath,
  recordWords,
  sameText,
} from './links.ts';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];
type DecidedLink = Client['separateRecords'][number];

interface DecisionProps {
  /** The id of the client. */
  id: string;
  kind: LinkedKind;
  record: string;
  reference: string;
  /** The links that staff can set on the record. */
  states: readonly LinkState[];
}

const decisionLabels = { linked: 'This client’s', separate: 'Not this client’s' } as const;

/** Links to the dialogs that link a record to the client, or unlink it. */
function Decide({ id, kind, record, reference, states }: DecisionProps) {
  const can = usePermissions();
  if (!can('clients.decideLink')) return null;
  return (
    <small className="source record-links">
      {states.map((state) => (
        <DialogLink
          key={state}
          id={id}
          path={linkDialogPath(kind, record, state)}
          name={linkDialogName(record, state)}
        >
          {decisionLabels[state]}
          <span className="visually-hidden">
            {' '}
            {recordWords[kind]} {reference}
          </span>
        </DialogLink>
      ))}
    </small>
  );
}

/** Opens the dialog for a record that only its reference identifies. */
function LinkByReference({ id, kind }: { id: string; kind: LinkedKind }) {
  const can = usePermissions();
  if (!can('clients.decideLink')) return null;
  return (
    <p>
      <DialogLink id={id} path={`link-${kind}`} className="button secondary small">
        Link a {recordWords[kind]}
      </DialogLink>
    </p>
  );
}

/** Who said that a record is the client's, when and why. */
function Linked({ link: { who, at, reason } }: { link: DecidedLink }) {
  return (
    <small className="source">
      Linked by {who ?? 'an account that was deleted'} on {longEasternDate(at)}: {reason}
    </small>
  );
}

/** Contracts with the client's number, which has one account only, and contracts and accounts with the client's phone or email. */
export function PossibleDuplicates({ client }: { client: Client }) {
  const { id, differentContracts, similarContracts, similarClients, moreContracts, separateRecords } = client;
  return (
    <Section title="Possible duplicates">
      {differentContracts.length === 0 && !moreContracts ? (
        <SameNumber client={client} />
      ) : (
        <DifferentContracts client={client} />
      )}
      {similarContracts.length > 0 ? (
        <>
          <p>
            Contracts with other numbers that may belong to the same person, or to somebody in the same
            household:
          </p>
          <ul>
            {similarContracts.map(({ id: record, reference, signedAt, agrees }) => (
              <li key={record}>
                <Link to={contractPath(record)}>Contract {reference}</Link>, signed on{' '}
                {longEasternDate(signedAt)}: {sameText(agrees, client.name !== null)}
                <Decide {...{ id, record, reference }} kind="contract" states={['linked', 'separate']} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {similarClients.length > 0 ? (
        <>
          <p>Other accounts that may belong to the same person, or to somebody in the same household:</p>
          <ul>
            {similarClients.map(({ id: other, name, agrees }) => (
              <li key={other}>
                <Link to={clientPath(other)}>Client page of {name ?? 'a client without a name'}</Link>:{' '}
                {sameText(agrees, client.name !== null && name !== null)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {separateRecords.length > 0 ? (
        <details>
          <summary>Not this client’s ({separateRecords.length})</summary>
          <ul>
            {separateRecords.map(({ kind, record, reference, who, at, reason }) => (
              <li key={record}>
                <Link to={recordPath(kind, record)}>
                  {recordWords[kind]} {reference}
                </Link>
                <small className="source">
                  Decided by {who ?? 'an account that was deleted'} on {longEasternDate(at)}: {reason}
                </small>
                <Decide {...{ id, kind, record, reference }} states={['linked']} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

/**
 * Says that nothing with the SSN is in doubt, or for which contracts that is undecided. An account without a name has
 * none to compare.
 */
function SameNumber({ client: { accountName, documents } }: { client: Client }) {
  const unlinked = documents.filter(({ link }) => link === null).length;
  return (
    <>
      <p>
        No other account has this Social Security number.{' '}
        {accountName.whole === null
          ? 'No contract with it has another date of birth, except those that you decided about. The account has no name.'
          : 'No contract with it has another name or date of birth, except those that you decided about.'}
      </p>
      {unlinked > 0 ? (
        <p>
          {unlinked === 1
            ? 'One contract with this number is not linked to the client'
            : `${unlinked} contracts with this number are not linked to the client`}
          , see Contracts.
        </p>
      ) : null}
    </>
  );
}

/** Only staff can decide whose contracts they are, so nothing else on the page is taken from them. */
function DifferentContracts({ client }: { client: Client }) {
  const { id, accountName, differentContracts, moreContracts } = client;
  return (
    <div className="notice warn">
      {differentContracts.length > 0 ? (
        <>
          <p>
            A contract with this Social Security number has a different name or date of birth. Compare them
            before you rely on either.
            {accountName.whole === null ? ' The account has no name.' : null}
          </p>
          <ul>
            {differentContracts.map(({ id: record, reference, signedAt }) => (
              <li key={record}>
                <Link to={contractPath(record)}>Contract {reference}</Link>, signed on{' '}
                {longEasternDate(signedAt)}
                <Decide {...{ id, record, reference }} kind="contract" states={['linked', 'separate']} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {moreContracts ? (
        <p>There are more contracts with this number. Only the newest were compared.</p>
      ) : null}
    </div>
  );
}

/**
 * The contracts that the client signed, or seems to have signed. An unlinked contract gives the client no emails and,
 * without a name, no files.
 */
export function Contracts({ client: { id, documents } }: { client: Client }) {
  return (
    <Section title="Contracts">
      <LinkByReference id={id} kind="contract" />
      {documents.length === 0 ? <p>No contracts yet.</p> : null}
      {documents.length > 0 ? (
        <RecordTable
          caption="Newest first. Dates are in Eastern time."
          columns={['Contract', 'Signed', 'Status']}
        >
          {documents.map(({ contract: { id: record, reference, signedAt }, link, size }) => (
            <tr key={record}>
              <th scope="row">
                <Link to={contractPath(record)}>Contract {reference}</Link>
                {link ? (
                  <Linked link={link} />
                ) : (
                  <small className="source">
                    Not linked. The number, name and date of birth match, but anybody who knows them could
                    have signed.
                  </small>
                )}
                <Decide
                  {...{ id, record, reference }}
                  kind="contract"
                  states={link ? ['separate'] : ['linked', 'separate']}
                />
              </th>
              <td data-label="Signed">
                <time dateTime={signedAt}>{shortEasternDate(signedAt)}</time>
              </td>
              <td data-label="Status">{size === null ? 'Signed, the PDF is being made' : 'Signed'}</td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

/** Evaluations that staff linked, and those that may be the client's: an evaluation has no SSN and no date of birth. */
export function Evaluations({ client: { id, name, evaluations, possibleEvaluations } }: { client: Client }) {
  return (
    <Section title="Case evaluations">
      <LinkByReference id={id} kind="evaluation" />
      {evaluations.length + possibleEvaluations.length === 0 ? (
        <p>No case evaluation is linked, and none has this client’s phone number or email address.</p>
      ) : null}
      {evaluations.length > 0 ? (
        <RecordTable
          caption="Linked to this client. Newest first."
          columns={['Case evaluation', 'Submitted', 'Status']}
        >
          {evaluations.map((evaluation) => (
            <tr key={evaluation.id}>
              <EvaluationCells client={id} evaluation={evaluation} states={['separate']}>
                <Linked link={evaluation.link} />
              </EvaluationCells>
            </tr>
          ))}
        </RecordTable>
      ) : null}
      {possibleEvaluations.length > 0 ? (
        <RecordTable
          caption="May belong to this client. Newest first."
          columns={['Case evaluation', 'Submitted', 'Status', 'Why']}
        >
          {possibleEvaluations.map((evaluation) => (
            <tr key={evaluation.id}>
              <EvaluationCells client={id} evaluation={evaluation} states={['linked', 'separate']} />
              <td data-label="Why">{sameText(evaluation.agrees, name !== null)}</td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

interface EvaluationCellsProps {
  /** The id of the client. */
  client: string;
  evaluation: Pick<Client['evaluations'][number], 'id' | 'reference' | 'submittedAt' | 'status'>;
  states: DecisionProps['states'];
  children?: React.ReactNode;
}

function EvaluationCells({ client, evaluation, states, children }: EvaluationCellsProps) {
  const { id: record, reference, submittedAt, status } = evaluation;
  return (
    <>
      <th scope="row">
        <Link to={recordPath('evaluation', record)}>Case evaluation {reference}</Link>
        {children}
        <Decide id={client} kind="evaluation" {...{ record, reference, states }} />
      </th>
      <td data-label="Submitted">
        <time dateTime={submittedAt}>{shortEasternDate(submittedAt)}</time>
      </td>
      <td data-label="Status">
        <StatusBadge status={status} />
      </td>
    </>
  );
}
