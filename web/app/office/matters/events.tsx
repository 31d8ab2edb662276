import { claimSteps } from '@claimdesk/api/claim-steps';
import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { Outputs } from '#web/app/trpc.ts';
import { eventKinds, levels, standingText } from './matter-words.ts';

type Event = Outputs['matters']['detail']['events'][number];

/** What happened in a matter, newest first. */
export function Events({ events }: { events: Event[] }) {
  return (
    <ol className="case-events" reversed>
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <strong>{eventKinds[event.kind]}</strong>, {longDate(event.day)}
          </p>
          {detailOf(event) ? <p>{detailOf(event)}</p> : null}
          <p className="hint">
            {whoEntered(event)},{' '}
            <time dateTime={new Date(event.at).toISOString()}>{shortEasternDateTime(event.at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** @returns what an event says beside its kind and its day, in words; '' for nothing. */
function detailOf(event: Event): string {
  switch (event.kind) {
    case 'decision':
      return standingText({ level: event.level, status: 'closed', outcome: event.outcome }).replace(
        /, closed$/,
        '',
      );
    case 'appeal filed':
      return levels[event.level];
    case 'claim update':
      return [claimSteps[event.step].title, event.needed && `Needed: ${event.needed}`, event.note]
        .filter(Boolean)
        .join('. ');
    case 'task':
      return event.what;
    default:
      return '';
  }
}

function whoEntered({ by, who, source }: Event): string {
  if (by === 'client') return source === 'contract' ? 'The client, by signing' : 'The client';
  if (by === 'site') return 'By itself';
  return who ?? 'An account that was deleted';
}
