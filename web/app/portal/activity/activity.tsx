import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { describeEvent } from '#web/app/event-words.ts';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { activityPath, portal } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/activity';
import './activity.css';

type Events = Outputs['clients']['activity']['events'];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Activity, Client Portal',
    description: 'The portal for clients.',
    path: activityPath,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  const cursor = page.url.searchParams.get('cursor');
  return forClient(page, async ({ api }) => {
    try {
      return { isFirst: cursor === null, ...(await api.clients.activity({ cursor })) };
    } catch (error) {
      // The user edited the address by hand.
      if (isRefused(error, 'bad-input')) return { isFirst: true, ...(await api.clients.activity({})) };
      throw error;
    }
  });
}

/** What happened with the client's account, and who did it. */
export default function Activity({ loaderData: { isFirst, events, next } }: Route.ComponentProps) {
  return (
    <>
      <h1>Activity</h1>
      <div className="prose">
        <p>
          What you did here, when our office opened your record, and what happened with your claim. Do you see
          something you did not do? Choose “Log out everywhere” on the{' '}
          <Link to={portal.firstPage}>dashboard</Link>
          <CallUs otherwise=".">, and call us at</CallUs>
        </p>
      </div>
      {isFirst ? null : (
        <p>
          <a href={activityPath}>Back to the newest</a>
        </p>
      )}
      {events.length === 0 ? (
        <p>{isFirst ? 'Nothing has happened yet.' : 'Nothing further.'}</p>
      ) : (
        <Events events={events} />
      )}
      {next ? (
        <p>
          <a className="button secondary" href={`${activityPath}?cursor=${next}`}>
            Older activity
          </a>
        </p>
      ) : null}
    </>
  );
}

function Events({ events }: { events: Events }) {
  return (
    <>
      <p className="activity-order">Newest first. Times are in Eastern time.</p>
      <ol className="activity">
        {grouped(events).map(({ event, times }) => (
          <li key={event.id}>
            <p>
              <strong>{nameOf(event)}</strong>: {lowerFirst(describeEvent(event))}
              {times > 1 ? `, ${times} times` : null}
            </p>
            {event.why ? <p className="typed">Why: {event.why}</p> : null}
            <p className="when">
              <time dateTime={event.at}>{shortEasternDateTime(event.at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A reload in the back office is the same view of the record, so equal entries within a minute are one line. */
function grouped(events: Events) {
  const groups: { event: Events[number]; times: number }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && lineOf(last.event) === lineOf(event)) last.times += 1;
    else groups.push({ event, times: 1 });
  }
  return groups;
}

function lineOf({ by, who, what, subject, said, why, at }: Events[number]): string {
  return JSON.stringify([by, who, what, subject, said, why, shortEasternDateTime(at)]);
}

function nameOf({ by, who }: Events[number]): string {
  if (by === 'client') return 'You';
  return who ? `${who}, our office` : 'Our office';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
