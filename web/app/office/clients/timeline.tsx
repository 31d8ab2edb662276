import { Link } from 'react-router';
import { kindWords } from '#web/app/event-words.ts';
import { backOfficeMeta, metaUnlessRefused } from '#web/app/office/back-office.ts';
import { cursorIn, prefetch } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/timeline';
import { ClientError, clientNotFound, isMissing } from './client-error.tsx';
import { clientPath } from './client-table.tsx';
import { EventTable } from './event-table.tsx';
import { isKind, timelinePath } from './timeline-kinds.ts';

export async function loader(page: Route.LoaderArgs) {
  const wanted = page.url.searchParams.get('kind');
  const events = { kind: isKind(wanted) ? wanted : undefined, cursor: cursorIn(page) };
  const prefetched = await prefetch(page, (api) => [api.clients.timeline({ id: page.params.id, ...events })]);
  return { ...events, ...prefetched };
}

/** Nothing personal: titles show in window lists and stay in the history. */
export function meta({ error }: Route.MetaArgs) {
  return isMissing(error) ? backOfficeMeta(clientNotFound) : metaUnlessRefused('Timeline of a client', error);
}

export default function Timeline({ loaderData, params: { id } }: Route.ComponentProps) {
  const { kind, cursor } = loaderData;
  const [{ events, next }] = trpc.clients.timeline.useSuspenseQuery({ id, kind, cursor });
  return (
    <>
      <p>
        <Link to={clientPath(id)}>Back to the client</Link>
      </p>
      <h1>Timeline</h1>
      <nav aria-label="Kinds of events">
        <ul className="button-row">
          {Object.entries({ '': 'Everything', ...kindWords }).map(([each, label]) => (
            <li key={each}>
              <Link
                className={each === (kind ?? '') ? 'button small' : 'button secondary small'}
                to={timelinePath(id, { kind: each })}
                aria-current={each === (kind ?? '') ? 'true' : undefined}
              >
                {label}
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
