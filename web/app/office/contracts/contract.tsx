import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { backOfficeMeta, refusalIn, untitledMeta } from '#web/app/office/back-office.ts';
import { BackOfficeError, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { matterPath } from '#web/app/office/matters/addresses.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { Presence } from '#web/app/office/presence.tsx';
import { RemovalLink } from '#web/app/office/removals/removal-link.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { formatFingerprint } from '#web/app/ui/files/documents.ts';
import type { Route } from './+types/contract';
import { contractPath, listPath, pdfPath, sheetPath, signDeskPath } from './addresses.ts';
import { countersignLink } from './countersign-dialog.tsx';
import { unfiledText } from './unfiled.ts';

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, (api) => [api.contracts.detail({ id: page.params.id })]);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta({ error }: Route.MetaArgs) {
  if (isMissing(error)) return backOfficeMeta('Contract not found');
  return error && !refusalIn(error) ? backOfficeMeta('Contract') : untitledMeta;
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

export default function Contract({ params: { id } }: Route.ComponentProps) {
  const [contract] = trpc.contracts.detail.useSuspenseQuery({ id });
  const {
    name,
    reference,
    signedAt,
    sections,
    unprintable,
    client,
    doubt,
    matter,
    unfiledAt,
    countersigned,
  } = contract;
  const can = usePermissions();
  const { key } = useLocation();
  return (
    <>
      <p>
        <Link to={listPath}>All contracts</Link>
      </p>
      {/* The reference and nothing personal: titles show in window lists and stay in the history. */}
      <title>{`Contract ${reference} | Back office`}</title>
      <header className="record-head">
        <h1>{name}</h1>
        <p className="lead">
          Contract {reference}
          {matter ? (
            <>
              , <Link to={matterPath(matter)}>matter {matter}</Link>
            </>
          ) : null}
        </p>
      </header>
      <Presence record={`contracts ${id}`} />
      <Outlet key={key} />
      <p>
        Signed by <strong>{name}</strong> on{' '}
        <time dateTime={signedAt}>{shortEasternDateTime(signedAt)} Eastern time</time>.
        <br />
        {countersigned ? (
          <>
            Countersigned by <strong>{countersigned.name}</strong> on{' '}
            <time dateTime={countersigned.at}>{shortEasternDateTime(countersigned.at)} Eastern time</time>.
          </>
        ) : (
          'Not countersigned here.'
        )}
      </p>
      <AfterSigning contract={contract} />
      {client ? (
        <p>
          The signer is registered for the portal: <Link to={clientPath(client)}>client page of {name}</Link>.
        </p>
      ) : null}
      {doubt ? <Doubt doubt={doubt} isLinked={client !== null} /> : null}
      {unfiledAt ? (
        <p className="notice error">
          <strong>{unfiledText(unfiledAt)}</strong>
        </p>
      ) : null}
      {unprintable.length > 0 ? <Unprintable letters={unprintable} /> : null}
      <Actions id={id} contract={contract} />
      {sections.map(({ id: step, title, answers }) => (
        <Record
          key={step}
          title={headings[step] ?? title}
          rows={answers.map(({ field, question, value }) => ({
            label: question,
            value,
            ...(field === 'ssn' && can('contracts.revealSsn') && { aside: <RevealLink id={id} /> }),
          }))}
        />
      ))}
      <Signatures contract={contract} />
    </>
  );
}

/** By the steps of the form, whose own titles speak to the signer. */
const headings: Partial<Record<string, string>> = {
  'about-you': 'About the signer',
  contact: 'Contact details',
  sign: 'Consents and signature',
};

type Signed = Outputs['contracts']['detail'];

/** Where a representative goes on from a contract that is signed. */
function AfterSigning({ contract: { afterSigning } }: { contract: Signed }) {
  const can = usePermissions();
  if (!afterSigning || !can('contracts.countersign')) return null;
  const { next } = afterSigning;
  return (
    <p className="button-row">
      {next ? (
        <Link className="button" to={`${contractPath(next)}/countersign`}>
          Sign the next
        </Link>
      ) : (
        'No other contract waits.'
      )}
      <Link className="button secondary" to={signDeskPath}>
        Back to the sign desk
      </Link>
    </p>
  );
}

function Actions({ id, contract: { reference, signsAs, countersigning } }: { id: string; contract: Signed }) {
  const can = usePermissions();
  return (
    <p className="button-row">
      {signsAs !== null && can('contracts.countersign') ? (
        <Link
          id={linkIdOf(countersignLink)}
          className="button"
          to={`${contractPath(id)}/countersign`}
          {...dialogLinkProps}
        >
          Countersign<span className="visually-hidden"> contract {reference}</span>
        </Link>
      ) : null}
      <a className={signsAs === null ? 'button' : 'button secondary'} href={pdfPath(id)}>
        Download PDF<span className="visually-hidden"> of contract {reference}</span>
      </a>
      {countersigning.length > 0 ? (
        <a className="button secondary" href={pdfPath(id, 'first')}>
          PDF with the client’s signature alone
        </a>
      ) : null}
      <Link className="button secondary" to={sheetPath(id)}>
        Sheet for SSA-1696
      </Link>
      <RemovalLink path={contractPath(id)} procedure="contracts.remove" what={`contract ${reference}`} />
    </p>
  );
}

function Signatures({
  contract: { evidence, fingerprint, countersigning, countersignedFingerprint },
}: {
  contract: Signed;
}) {
  return (
    <>
      <Record title="How it was signed" rows={[...evidence, fingerprintRow(fingerprint)]} />
      {countersigning.length > 0 ? (
        <Record
          title="How the representative signed"
          rows={[...countersigning, fingerprintRow(countersignedFingerprint)]}
        />
      ) : null}
    </>
  );
}

function fingerprintRow(fingerprint: string | null): Row {
  const value = fingerprint ? formatFingerprint(fingerprint) : 'The PDF is being made';
  return { label: 'Fingerprint of the PDF', value };
}

const differences = {
  number: 'Social Security number',
  name: 'name',
  dateOfBirth: 'date of birth',
} as const;

/** The paper shows a code for each, so staff have to know that the answers here are what was typed. */
function Unprintable({ letters }: { letters: string[] }) {
  return (
    <p className="notice warn">
      The PDF cannot show these letters: <bdi>{letters.join(' ')}</bdi>. It shows a code for each, such as
      [U+0C24]. The answers below are as they were typed.
    </p>
  );
}

interface DoubtProps {
  doubt: NonNullable<Signed['doubt']>;
  /** Whether staff linked the contract to the client. */
  isLinked: boolean;
}

/** Names what differs from the account that may be the signer's. */
function Doubt({ doubt: { client, differs }, isLinked }: DoubtProps) {
  const what = new Intl.ListFormat('en-US').format(differs.map((each) => differences[each]));
  return (
    <p className="notice warn">
      {isLinked ? (
        <>
          Staff linked this contract to the <Link to={clientPath(client)}>client</Link>, although the account
          has a different {what}.
        </>
      ) : (
        <>
          A <Link to={clientPath(client)}>registered client</Link> has this Social Security number, but a
          different {what}. Compare them, and say on the client’s page whose contract it is.
        </>
      )}
    </p>
  );
}

function RevealLink({ id }: { id: string }) {
  return (
    <Link id={linkIdOf('reveal')} to={`${contractPath(id)}/reveal`} {...dialogLinkProps}>
      Reveal<span className="visually-hidden"> the Social Security number</span>
    </Link>
  );
}

interface Row {
  label: string;
  value: string;
  /** Beside the value. */
  aside?: React.ReactNode;
}

function Record({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section className="titled">
      <h2>{title}</h2>
      <dl className="record">
        {rows.map(({ label, value, aside }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} {aside}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isMissing(error);
  if (!missing && refusalIn(error)) return <BackOfficeError error={error} />;
  return (
    <>
      <h1>{missing ? 'This contract was not found' : 'Contract'}</h1>
      {missing ? null : <CouldNotLoad failed="Failed to load this contract" />}
      <p>
        The list shows all that there are. <Link to={listPath}>All contracts</Link>
      </p>
    </>
  );
}
