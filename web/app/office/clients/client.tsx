import { longDate } from '@claimdesk/forms/calendar';
import { Link, Outlet, useLocation } from 'react-router';
import { eventWords } from '#web/app/event-words.ts';
import { auditPath } from '#web/app/office/audit/audit-words.ts';
import { backOfficeMeta, metaUnlessRefused } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { standingText } from '#web/app/office/matters/matter-words.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { Presence } from '#web/app/office/presence.tsx';
import { DecisionRow, RecordTable } from '#web/app/office/record-table.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/client';
import { DialogLink } from './client-dialog-frame.tsx';
import { ClientError, clientNotFound, isMissing } from './client-error.tsx';
import { ClientSections } from './client-sections.tsx';
import { clientPath } from './client-table.tsx';
import { clientVerbs, type Verb } from './client-verbs.ts';
import { Section } from './section.tsx';
import { timelinePath } from './timeline-kinds.ts';

type Client = Outputs['clients']['detail'];

export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  const cursor = notesCursor(page.url);
  return prefetch(page, ({ clients }) => [
    clients.detail({ id }),
    clients.claim({ id }),
    clients.documents({ id }),
    clients.notes({ id, cursor }),
  ]);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

/** @returns which notes an address shows; null for the newest. */
function notesCursor({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('notes');
}

/** Nothing personal: titles show in window lists and stay in the history. */
export function meta({ error }: Route.MetaArgs) {
  return isMissing(error) ? backOfficeMeta(clientNotFound) : metaUnlessRefused('Client', error);
}

export default function ClientPage({ params: { id } }: Route.ComponentProps) {
  const { key, search } = useLocation();
  const cursor = notesCursor({ search });
  const [client] = trpc.clients.detail.useSuspenseQuery({ id });
  const [claim] = trpc.clients.claim.useSuspenseQuery({ id });
  const [documents] = trpc.clients.documents.useSuspenseQuery({ id });
  const [notes] = trpc.clients.notes.useSuspenseQuery({ id, cursor });
  const can = usePermissions();
  return (
    <>
      <BackToDashboard />
      <header className="record-head">
        <h1>{client.name ?? 'Client'}</h1>
        <p className="lead">{statusOf(client)}</p>
      </header>
      <LatestSuccess />
      <Presence record={`clients ${client.id}`} />
      <ul className="record-links lone-link">
        <li>
          <Link to={timelinePath(client.id)}>Timeline</Link>
        </li>
        <li>
          <Link to={`${clientPath(client.id)}/print`}>Print</Link>
        </li>
      </ul>
      <Outlet key={key} context={client} />
      <ClientSections client={client} claim={claim} documents={documents} notes={notes} cursor={cursor}>
        <Verbs client={client} />
      </ClientSections>
      <Changes changes={client.changes} />
      {can('audit.list') ? (
        <p>
          <Link to={auditPath(client.id)}>Who opened this record</Link>
        </p>
      ) : null}
    </>
  );
}

/** @returns who it is to us, and how the newest matter stands, in a sentence. */
function statusOf({ confirmBy, matters: [matter] }: Client): string {
  const identity = confirmBy === null ? 'Verified' : 'Unverified';
  if (!matter) return `${identity}. No matter.`;
  const due = matter.nextDue ? ` Next due ${longDate(matter.nextDue)}.` : ' Nothing is due.';
  return `${identity}. ${standingText(matter)}.${due}`;
}

function Verbs({ client: { id, confirmBy } }: { client: Client }) {
  const can = usePermissions();
  const verbs = Object.entries<Verb>(clientVerbs).filter(
    ([verb, { procedure }]) => can(procedure) && (verb !== 'confirmation-code' || confirmBy !== null),
  );
  if (verbs.length === 0) return null;
  return (
    <Section title="What you can do">
      <p>First verify the caller. What you do is recorded with your account and your reason.</p>
      {[false, true].map((ends) => (
        <ul className={ends ? 'button-row apart' : 'button-row'} key={String(ends)}>
          {verbs
            .filter(([, { endsAccount = false }]) => endsAccount === ends)
            .map(([verb, { label }]) => (
              <li key={verb}>
                <DialogLink
                  id={id}
                  path={verb}
                  className={ends ? 'button secondary danger small' : 'button secondary small'}
                >
                  {label}
                </DialogLink>
              </li>
            ))}
        </ul>
      ))}
    </Section>
  );
}

function Changes({ changes }: { changes: Client['changes'] }) {
  return (
    <Section title="Changes to this login">
      {changes.length === 0 ? <p>Nothing has been changed yet.</p> : null}
      {changes.length > 0 ? (
        <RecordTable
          caption="What staff did about this number, newest first, at most 20. Dates are in Eastern time."
          columns={['What', 'Who', 'When', 'Reason']}
        >
          {changes.map(({ id, change, who, at, reason }) => (
            <DecisionRow key={id} what={eventWords[change].staff} who={who} at={at} reason={reason} />
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ClientError error={error} />;
}
