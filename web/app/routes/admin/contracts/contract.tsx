import {
  isRouteErrorResponse,
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router';
import { formatEastern } from '#web/app/dates.ts';
import { formatFingerprint } from '#web/app/documents.ts';
import { AlsoHere } from '#web/app/routes/admin/also-here.tsx';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { BackOfficeError } from '#web/app/routes/admin/back-office-frame.tsx';
import { clientPath } from '#web/app/routes/admin/clients/client-table.tsx';
import { useMay } from '#web/app/routes/admin/may.tsx';
import { linkIdOf, overList } from '#web/app/routes/admin/over-list.tsx';
import { forStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/contract';
import { contractPath, listPath, pdfPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.contracts.detail({ id: page.params.id }));
}

/** A dialog over the contract does not read it again: every look at it is on record. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id;
}

/** The reference and nothing personal: titles show in window lists and stay in the history. */
export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(loaderData ? `Contract ${loaderData.reference}` : 'Contract not found');
}

export default function Contract({ loaderData: contract }: Route.ComponentProps) {
  const { id, name, reference, signedAt, sections, evidence, fingerprint, client } = contract;
  const may = useMay();
  const { key } = useLocation();
  return (
    <>
      <p>
        <Link to={listPath}>All contracts</Link>
      </p>
      <h1>Contract {reference}</h1>
      <AlsoHere record={`contracts ${id}`} />
      <Outlet key={key} />
      <p>
        Signed by <strong>{name}</strong> on <time dateTime={signedAt}>{formatEastern(signedAt)}</time>.
      </p>
      {client ? (
        <p>
          The signer is registered for the portal: <Link to={clientPath(client)}>client page of {name}</Link>.
        </p>
      ) : null}
      <p>
        <a className="button" href={pdfPath(id)}>
          Download PDF<span className="visually-hidden"> of contract {reference}</span>
        </a>
      </p>
      {sections.map(({ title, answers }) => (
        <Record
          key={title}
          title={title}
          rows={answers.map(({ field, question, value }) => ({
            label: question,
            value,
            ...(field === 'ssn' && may('contracts.revealSsn') && { aside: <RevealLink id={id} /> }),
          }))}
        />
      ))}
      <Record
        title="How it was signed"
        rows={[
          ...evidence,
          {
            label: 'Fingerprint of the PDF',
            value: fingerprint ? formatFingerprint(fingerprint) : 'The PDF is being made',
          },
        ]}
      />
    </>
  );
}

function RevealLink({ id }: { id: string }) {
  return (
    <Link id={linkIdOf('reveal')} to={`${contractPath(id)}/reveal`} {...overList}>
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
    <section>
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
  const missing = isRouteErrorResponse(error) && (error.status === 404 || error.status === 400);
  if (!missing) return <BackOfficeError error={error} />;
  return (
    <>
      <h1>This contract was not found</h1>
      <p>
        The list shows all that there are. <Link to={listPath}>All contracts</Link>
      </p>
    </>
  );
}
