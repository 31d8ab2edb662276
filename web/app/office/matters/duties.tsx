import { longDate } from '@claimdesk/forms/calendar';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { finishPath, movePath } from './addresses.ts';
import { daysUntil, distanceText, dueText } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];
type Duty = Matter['duties'][number];

/** What is open, the nearest day first, and behind a fold what has ended. */
export function Duties({ matter, today }: { matter: Matter; today: string }) {
  const { number, duties, level, evidence } = matter;
  const aboutOf = ({ event }: Duty) => evidence.find((each) => each.event === event)?.provider;
  const isOpen = ({ state, outcome, continuedBy }: Duty) =>
    state === 'open' || (state === 'missed' && continuedBy !== undefined && !outcome);
  const open = duties.filter(isOpen);
  const ended = duties.filter((duty) => !isOpen(duty)).toReversed();
  return (
    <>
      {open.length === 0 ? <p>Nothing is open.</p> : null}
      <ul className="duties">
        {open.map((duty) => (
          <OpenDuty
            key={duty.id}
            duty={duty}
            about={aboutOf(duty)}
            number={number}
            level={level}
            today={today}
          />
        ))}
      </ul>
      {ended.length > 0 ? (
        <details className="fold">
          <summary>{`Done and closed (${ended.length})`}</summary>
          <ul className="duties">
            {ended.map((duty) => (
              <EndedDuty key={duty.id} duty={duty} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

interface OpenProps {
  duty: Duty;
  /** Whose records it is about. */
  about: string | undefined;
  number: string;
  level: Matter['level'];
  today: string;
}

function OpenDuty({ duty, about, number, level, today }: OpenProps) {
  const { id, rule, due, appointment, hard, state, owner, steps, source } = duty;
  const title = about ? `${duty.title}: ${about}` : duty.title;
  const can = usePermissions();
  const isLate = daysUntil(today, due) < 0;
  return (
    <li className={isLate ? 'late' : undefined}>
      <p>
        <strong>{title}</strong>
        {hard ? <span className="badge pending">Last day</span> : null}
        {isUrgent(duty, level) ? <span className="badge pending">Needed now</span> : null}
      </p>
      <p>
        <time dateTime={due}>{appointment?.day === due ? appointment.text : dueText(today, due)}</time>,{' '}
        {distanceText(today, due)}
        {state === 'missed' ? ', missed' : ''}. {owner ? owner.name : 'Nobody’s yet'}.
      </p>
      <HowCounted title="How the day was counted" steps={steps} source={source} />
      {can('matters.finish') ? (
        <Link
          {...dialogLinkProps}
          id={linkIdOf(id)}
          className="button secondary small"
          to={finishPath(number, id)}
        >
          Done<span className="visually-hidden">: {title}</span>
        </Link>
      ) : null}
      {rule === 'task/by-hand' && can('matters.move') ? (
        <Link {...dialogLinkProps} className="lone-link" to={movePath(number, id)}>
          Move to another day<span className="visually-hidden">: {title}</span>
        </Link>
      ) : null}
    </li>
  );
}

interface CountProps extends Pick<Duty, 'steps' | 'source'> {
  title: string;
}

/** How a day is counted, and the source of its rule, behind a fold. */
export function HowCounted({ title, steps, source }: CountProps) {
  return (
    <details className="fold">
      <summary>{title}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{source}</p>
    </details>
  );
}

const order: readonly Matter['level'][] = ['initial', 'reconsideration', 'hearing', 'council', 'court'];

function isUrgent({ urgentFrom }: Duty, level: Matter['level']): boolean {
  return urgentFrom !== undefined && order.indexOf(level) >= order.indexOf(urgentFrom);
}

const states: Readonly<Record<Exclude<Duty['state'], 'open'>, string>> = {
  done: 'Done',
  'late with good cause': 'Late, with good cause',
  waived: 'Not needed',
  superseded: 'Another one took its place',
  missed: 'Missed',
};

function EndedDuty({ duty: { title, due, state, outcome } }: { duty: Duty }) {
  const proof = outcome?.confirmation ?? outcome?.paper;
  return (
    <li>
      <p>
        <strong>{title}</strong>, was due {longDate(due)}
      </p>
      <p>
        {state === 'open' ? '' : states[state]}
        {outcome ? ` on ${longDate(outcome.on)}: ${outcome.what}` : ''}
        {proof ? ` (${proof})` : ''}
        {outcome?.by ? `. ${outcome.by === 'site' ? 'By itself' : outcome.by}` : ''}
        {outcome?.secondPerson ? `, with ${outcome.secondPerson}` : ''}.
      </p>
    </li>
  );
}
