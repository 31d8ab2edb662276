import { longMonth } from '@claimdesk/forms/calendar';
import { Link } from 'react-router';
import { backOfficeMeta, calendarAddressPath } from '#web/app/office/back-office.ts';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/calendar';
import { calendarAddress, matterPath, scopeIn } from './addresses.ts';
import { Due } from './due.tsx';
import { distanceText, dueText, standingText } from './matter-words.ts';
import { dayId, Month, overdueId } from './month.tsx';

type Calendar = Outputs['matters']['calendar'];
type Day = Calendar['days'][number];

export function loader(page: Route.LoaderArgs) {
  const { searchParams } = page.url;
  const month = searchParams.get('month');
  const asked = { scope: scopeIn(searchParams), ...(month !== null && { month }) };
  return prefetch(page, ({ matters }) => [matters.calendar(asked)]).then((prefetched) => ({
    asked,
    ...prefetched,
  }));
}

export function meta() {
  return backOfficeMeta('Calendar');
}

/** A month: as a table on wide screens, which phones fold, and day by day, what is overdue first. */
export default function CalendarPage({ loaderData: { asked } }: Route.ComponentProps) {
  const [calendar] = trpc.matters.calendar.useSuspenseQuery(asked);
  const { today, month, overdue, days } = calendar;
  // In the month of today, what was due before is overdue, and said to be.
  const shown = days.filter(
    ({ day, rows, closed }) => (rows.length > 0 || closed.length > 0) && (!overdue || day >= today),
  );
  return (
    <>
      <div className="title-line">
        <h1>{longMonth(month)}</h1>
        <Months calendar={calendar} scope={asked.scope} />
      </div>
      <details className="fold month-fold">
        <summary>The month as a table</summary>
        <Month calendar={calendar} />
      </details>
      {overdue ? (
        <Due id={overdueId} heading="Overdue" group={overdue} today={today} empty="Nothing is overdue." />
      ) : null}
      {shown.map((day) => (
        <AgendaDay key={day.day} day={day} today={today} />
      ))}
      {shown.some(({ rows }) => rows.length > 0) ? null : (
        <p>
          {overdue ? 'Nothing else is due this month.' : 'Nothing is due in this month.'}{' '}
          <Link to={calendarAddress(asked.scope, calendar.next)}>Go on to {longMonth(calendar.next)}</Link>
        </p>
      )}
      <p>
        <Link to={calendarAddressPath}>Your calendar in other apps</Link>
      </p>
    </>
  );
}

function Months({ calendar: { month, previous, next, today }, scope }: MonthsProps) {
  const own = today.startsWith(month) ? undefined : month;
  return (
    <nav aria-label="Month, and whose">
      <ul className="record-links">
        <li>
          <Link to={calendarAddress(scope, previous)}>
            Previous<span className="visually-hidden"> month: {longMonth(previous)}</span>
          </Link>
        </li>
        <li>
          <Link to={calendarAddress(scope)} aria-current={own ? undefined : 'page'}>
            This month
          </Link>
        </li>
        <li>
          <Link to={calendarAddress(scope, next)}>
            Next<span className="visually-hidden"> month: {longMonth(next)}</span>
          </Link>
        </li>
        <li>
          <Link to={calendarAddress('all', own)} aria-current={scope === 'all' ? 'true' : undefined}>
            Everybody’s
          </Link>
        </li>
        <li>
          <Link to={calendarAddress('mine', own)} aria-current={scope === 'mine' ? 'true' : undefined}>
            Mine
          </Link>
        </li>
      </ul>
    </nav>
  );
}

interface MonthsProps {
  calendar: Calendar;
  scope: 'mine' | 'all';
}

function AgendaDay({ day: { day, closed, rows, count }, today }: { day: Day; today: string }) {
  const id = dayId(day);
  const left = count - rows.length;
  return (
    <section className="titled agenda-day" aria-labelledby={id}>
      <h2 id={id}>
        <time dateTime={day}>{dueText(today, day)}</time>, {distanceText(today, day)}
      </h2>
      {closed.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {rows.length > 0 ? (
        <ul className="duties">
          {rows.map((row) => (
            <Entry key={row.id} row={row} isLate={day < today} />
          ))}
        </ul>
      ) : null}
      {left > 0 ? <p>{`${left} more of this day are not shown.`}</p> : null}
    </section>
  );
}

function Entry({ row, isLate }: { row: Day['rows'][number]; isLate: boolean }) {
  const { matter, title, appointment, hard, name, owner, isSample } = row;
  return (
    <li className={isLate ? 'late' : undefined}>
      <p>
        <strong>{title}</strong>
        {hard ? <span className="badge pending">Last day</span> : null}
      </p>
      <p>
        {appointment ? `${appointment}, ` : null}
        <Link to={matterPath(matter)}>{name}</Link>, {standingText(row)}, {ownerName(owner)}
        <SampleBadge isSample={isSample} />
      </p>
    </li>
  );
}
