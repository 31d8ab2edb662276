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
            <strong>{titleOf(event)}</strong>, {longDate(event.day)}
            {event.isUnchecked ? <span className="badge pending">Not checked</span> : null}
            {event.isCurrent || !event.correction || event.kind === 'correction' ? null : (
              <span className="badge">{correctionWords[event.correction]}</span>
            )}
          </p>
          <Detail
            text={event.kind === 'correction' ? correctedDetail(event, events) : detailOf(event, evidence)}
          />
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

const correctionWords: Readonly<Record<NonNullable<Event['correction']>, string>> = {
  confirmed: 'Confirmed',
  removed: 'Removed',
  corrected: 'Corrected',
};

function titleOf({ kind, correction }: Event): string {
  return kind === 'correction' && correction ? correctionWords[correction] : eventKinds[kind];
}

/** @returns what a correction is about, what it says instead, and who else agreed. */
function correctedDetail(event: Extract<Event, { kind: 'correction' }>, events: Matter['events']): string {
  const before = events.find(({ id }) => id === event.corrects);
  const said = before && saidBy(before);
  const now =
    event.facts && `${eventKinds[event.facts.kind]}, ${longDate(event.facts.day)}${dueIn(event.facts)}`;
  const was = said && `${eventKinds[said.kind]}, ${longDate(said.day)}${dueIn(said)}`;
  return [
    event.correction === 'corrected' && was && now ? `${was}, is now: ${now}.` : `${now ?? was ?? ''}.`,
    event.checkedBy ? `Second reviewer: ${event.checkedBy}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** @returns by when something entered by hand is due, and what it is. */
function dueIn(said: NonNullable<ReturnType<typeof saidBy>>): string {
  return said.kind === 'task' ? `: ${said.what}, by ${longDate(said.dueOn)}` : '';
}

/** What makes itself, or is corrected where it was entered. */
const notEntered: readonly Event['kind'][] = [
  'opened',
  'contract signed',
  'contract countersigned',
  'claim update',
  'import',
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
          Remove<span className="visually-hidden">{about}</span>
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
      return [levels[event.level], event.what, event.confirmation].filter(Boolean).join(', ');
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
