import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta, metaUnlessRefused } from '#web/app/office/back-office.ts';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { forStaff, orNotFound } from '#web/app/office/staff-request.server.ts';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';
import type { Route } from './+types/print';
import { ClientError, clientNotFound, isMissing } from './client-error.tsx';
import { ClientSections } from './client-sections.tsx';
import { clientPath } from './client-table.tsx';
import { EventTable } from './event-table.tsx';
import { Section } from './section.tsx';

/** Nothing of it is renewed: it says what was printed, by whom and when. */
export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => orNotFound(api.clients.printRecord({ id: page.params.id })));
}

/** Nothing personal: titles are printed on every sheet, and stay in the history. */
export function meta({ error }: Route.MetaArgs) {
  return isMissing(error) ? backOfficeMeta(clientNotFound) : metaUnlessRefused('Client record', error);
}

/** Everything we know about a client on one page, to be printed, without buttons. */
export default function PrintClient({ loaderData, params: { id } }: Route.ComponentProps) {
  const { client, claim, documents, notes, events, isCut, firmName, printedBy, printedAt } = loaderData;
  return (
    <div className="printed-record">
      <p className="not-printed">
        <Link to={clientPath(id)}>Back to the client</Link>
      </p>
      <PrintButton />
      <h1>{client.name ?? 'Client'}</h1>
      <p>
        {firmName ? `${firmName}. ` : null}Confidential. Printed by{' '}
        {printedBy ?? 'an account that was deleted'} on{' '}
        <time dateTime={printedAt}>{shortEasternDateTime(printedAt)} Eastern time</time>.
      </p>
      {isCut ? <p>Only the newest 1,000 notes and the newest 1,000 events are printed.</p> : null}
      <PermissionsContext value={() => false}>
        <ClientSections
          client={client}
          claim={claim}
          documents={documents}
          notes={{ rows: notes, next: null }}
          cursor={null}
        />
      </PermissionsContext>
      <Section title="Timeline">
        <EventTable events={events} />
      </Section>
    </div>
  );
}

function PrintButton() {
  if (!useHydrated()) return <p className="not-printed">Print this page with your browser.</p>;
  return (
    <p className="not-printed">
      <button type="button" className="button" onClick={() => window.print()}>
        Print this page
      </button>
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ClientError error={error} />;
}
