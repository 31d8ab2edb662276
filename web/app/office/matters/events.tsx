import { longDate } from '@claimdesk/forms/calendar';
import { longEasternDate, shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { phoneText } from '@claimdesk/forms/phone';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { resultWords } from '#web/app/office/calls.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { eventPath } from './addresses.ts';
import { letterIn, saidBy } from './entered.ts';
import { detailOf, eventKinds } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];
type Event = Matter['events'][number];
type Call = Matter['calls'][number];

/** What happened in a matter, calls among it, newest first. */
export function Events({ matter }: { matter: Pick<Matter, 'number' | 'events' | 'calls' | 'evidence'> }) {
  const { number, events, evidence } = matter;
  return (
    <ol className="case-events" reversed>
      {inOrder(matter).map(({ call, event }) =>
        call ? (
          <CallMade key={call.id} call={call} />
        ) : (
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
        ),
      )}
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

type Happened = { call: Call; event?: never } | { call?: never; event: Event };

/** @returns both, newest first: calls by their time between the events, which keep their order. That somebody calls again, the call says. */
function inOrder({ events, calls }: Pick<Matter, 'events' | 'calls'>): Happened[] {
  const left = calls.toReversed();
  const happened: Happened[] = [];
  for (const event of events) {
    if (event.kind === 'task' && event.callAgain) continue;
    while (left[0] && new Date(left[0].at) >= new Date(event.at))
      happened.push({ call: left.shift() as Call });
    happened.push({ event });
  }
  return [...happened, ...left.map((call) => ({ call }))];
}

function CallMade({ call: { at, who, result, again, number } }: { call: Call }) {
  return (
    <li>
      <p>
        <strong>Call: {resultWords[result].toLowerCase()}</strong>, {longEasternDate(at)}
      </p>
      <p>
        {number ? phoneText(number) : 'No number on record'}
        {again ? `. Call again ${shortEasternDateTime(again)}` : null}
      </p>
      <p className="hint">
        {who ?? 'An account that was deleted'}, <time dateTime={at}>{shortEasternDateTime(at)}</time>
      </p>
    </li>
  );
}

/** What makes itself, or is corrected where it was entered. */
const notEntered: readonly Event['kind'][] = [
  'opened',
  'contract signed',
  'contract countersigned',
  'claim update',
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
          Remove<span className="visually-hidden">{about}</span>
        </Link>
      </p>
      {failure}
    </>
  );
}

function Detail({ text }: { text: string }) {
  return text ? <p className="note-text">{text}</p> : null;
}

function whoEntered({ by, who, source }: Event): string {
  if (by === 'client') return source === 'contract' ? 'The client, by signing' : 'The client';
  if (by === 'site') return 'By itself';
  return who ?? 'An account that was deleted';
}
