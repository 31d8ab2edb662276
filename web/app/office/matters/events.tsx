import { claimSteps } from '@claimdesk/api/claim-steps';
import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { eventPath } from './addresses.ts';
import { letterIn, saidBy } from './entered.ts';
import { benefitsText, eventKinds, levels, standingText } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];
type Event = Matter['events'][number];

/** What happened in a matter, newest first. */
export function Events({ matter: { number, events, evidence } }: { matter: Matter }) {
  return (
    <ol className="case-events" reversed>
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <strong>{eventKinds[event.kind]}</strong>, {longDate(event.day)}
            {event.isUnchecked ? <span className="badge pending">Not checked</span> : null}
            {event.isCurrent || event.kind === 'correction' ? null : <span className="badge">Corrected</span>}
          </p>
          <Detail text={detailOf(event, evidence)} />
          <p className="hint">
            {whoEntered(event)},{' '}
            <time dateTime={new Date(event.at).toISOString()}>{shortEasternDateTime(event.at)}</time>
          </p>
          <Corrections number={number} event={event} />
        </li>
      ))}
    </ol>
  );
}

/** What makes itself, or is corrected where it was entered. */
const notEntered: readonly Event['kind'][] = [
  'opened',
  'contract signed',
  'contract countersigned',
  'claim update',
  'import',
  'merged',
];

/** Confirms what a client has entered, and corrects or takes out what was wrong. */
function Corrections({ number: id, event }: { number: string; event: Event }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, fail } = useFailure();
  const { mutate, isPending } = trpc.matters.correct.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: 'Confirmed', text: 'Nobody has to check it any more.' }),
    onError: (error) => fail(error, 'It was not confirmed'),
    onSettled: () => queries.invalidateQueries(),
  });
  const said = saidBy(event);
  if (!can('matters.correct') || !event.isCurrent || !said || notEntered.includes(said.kind)) return null;
  const about = `: ${eventKinds[said.kind]}, ${longDate(said.day)}`;
  const confirm = () => mutate({ id, event: event.id, entered: 'same', key: crypto.randomUUID() });
  return (
    <>
      <p className="button-row">
        {event.isUnchecked ? (
          <button type="button" className="button small" disabled={isPending} onClick={confirm}>
            Confirm<span className="visually-hidden">{about}</span>
          </button>
        ) : null}
        {letterIn(event) ? (
          <Link
            {...dialogLinkProps}
            id={linkIdOf(event.id)}
            className="button secondary small"
            to={eventPath(id, event.id, 'correct')}
          >
            Correct<span className="visually-hidden">{about}</span>
          </Link>
        ) : null}
        <Link {...dialogLinkProps} className="button quiet small" to={eventPath(id, event.id, 'take-out')}>
          Take out<span className="visually-hidden">{about}</span>
        </Link>
      </p>
      {failure}
    </>
  );
}

function Detail({ text }: { text: string }) {
  return text ? <p>{text}</p> : null;
}

/** @returns what an event says beside its kind and its day, in words; '' for nothing. */
function detailOf(event: Event, evidence: Matter['evidence']): string {
  switch (event.kind) {
    case 'decision':
      return standingText({ level: event.level, status: 'closed', outcome: event.outcome }).replace(
        /, closed$/,
        '',
      );
    case 'appeal filed':
      return levels[event.level];
    case 'claim update':
      return [`${claimSteps[event.step].title}.`, event.needed && `Needed: ${event.needed}`, event.note]
        .filter(Boolean)
        .join(' ');
    case 'opened':
      return event.how ? cameByWords[event.how] : '';
    case 'records requested':
      return event.provider;
    case 'records received':
    case 'records sent':
      return evidence.find(({ id }) => id === event.request)?.provider ?? '';
    case 'first contact':
      return benefitsText(event.benefits);
    case 'application filed':
      return [benefitsText(event.benefits ?? []), event.confirmation].filter(Boolean).join(', ');
    case 'merged':
      return `Merged from ${event.from}`;
    case 'task':
      return event.what;
    default:
      return '';
  }
}

const cameByWords = {
  phone: 'They called',
  'walk-in': 'They came to the office',
  referral: 'Somebody referred them',
  mail: 'They wrote',
  other: 'Came another way',
} as const;

function whoEntered({ by, who, source }: Event): string {
  if (by === 'client') return source === 'contract' ? 'The client, by signing' : 'The client';
  if (by === 'site') return 'By itself';
  return who ?? 'An account that was deleted';
}
