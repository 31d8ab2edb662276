import { data, Link } from 'react-router';
import { backOfficeMeta, metaUnlessRefused } from '#web/app/office/back-office.ts';
import { forStaff } from '#web/app/office/staff-request.server.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/timeline';
import { ClientError, clientNotFound, isMissing } from './client-error.tsx';
import { clientPath } from './client-table.tsx';
import { EventTable } from './event-table.tsx';
import { isKind, kindWords, timelinePath } from './timeline-kinds.ts';

export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  const { searchParams } = page.url;
  const [wanted, cursor] = [searchParams.get('kind'), searchParams.get('cursor')];
  const kind = isKind(wanted) ? wanted : undefined;
  return forStaff(page, async ({ api }) => {
    try {
      return { kind, cursor, ...(await api.clients.timeline({ id, kind, cursor })) };
    } catch (error) {
      // A malformed id belongs to no client either.
      if (isRefused(error, 'bad-input')) throw data(clientNotFound, { status: 404 });
      throw error;
    }
  });
}

/** Nothing personal: titles show in window lists and stay in the history. */
export function meta({ error }: Route.MetaArgs) {
  return isMissing(error) ? backOfficeMeta(clientNotFound) : metaUnlessRefused('Timeline of a client', error);
}

export default function Timeline({ loaderData, params: { id } }: Route.ComponentProps) {
  const { kind, cursor, events, next } = loaderData;
  return (
    <>
      <p>
        <Link to={clientPath(id)}>Back to the client</Link>
      </p>
      <h1>Timeline</h1>
      <nav aria-label="Kinds of events">
        <ul className="button-row">
          {[undefined, ...Object.keys(kindWords)].map((each) => (
            <li key={each ?? ''}>
              <Link
                className={each === kind ? 'button small' : 'button secondary small'}
                to={timelinePath(id, { kind: each ?? null })}
                aria-current={each === kind ? 'true' : undefined}
              >
                {isKind(each ?? null) ? kindWords[each as keyof typeof kindWords] : 'Everything'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {cursor ? (
        <p>
          <a href={timelinePath(id, { kind: kind ?? null })}>Back to the newest</a>
        </p>
      ) : null}
      {events.length === 0 ? (
        <p>{cursor ? 'No further events.' : 'Nothing has happened here yet.'}</p>
      ) : (
        <EventTable events={events} />
      )}
      {next ? (
        <p className="load-more">
          <a className="button secondary" href={timelinePath(id, { kind: kind ?? null, cursor: next })}>
            Older events
          </a>
        </p>
      ) : null}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ClientError error={error} />;
}
