import { longMonth } from '@claimdesk/forms/calendar';
import { Link } from 'react-router';
import type { Outputs } from '#web/app/trpc.ts';
import { matterPath } from './addresses.ts';
import { dueText } from './matter-words.ts';

type Calendar = Outputs['matters']['calendar'];
type Day = Calendar['days'][number];

/** The headings of the agenda below the table, which its counts lead to. */
export const overdueId = 'overdue';
export function dayId(day: string): string {
  return `day-${day}`;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** What fits into a cell. */
const mostInCell = 3;

/** A week a row. Phones show how much is due on a day, which leads to it in the agenda. */
export function Month({ calendar: { month, today, days, overdue } }: { calendar: Calendar }) {
  const blanks = new Date(`${month}-01`).getUTCDay();
  const cells = [...Array<null>(blanks).fill(null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  );
  return (
    <table className="month">
      <caption className="visually-hidden">{`What is due in ${longMonth(month)}`}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={week.find(Boolean)?.day ?? at}>
            {week.map((day, weekday) =>
              day ? (
                <Cell key={day.day} day={day} today={today} isOverdue={overdue !== null && day.day < today} />
              ) : (
                <td key={weekdays[weekday]} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  day: Day;
  today: string;
  /** Whether the agenda lists it under what is overdue. */
  isOverdue: boolean;
}

function Cell({ day: { day, closed, rows, count }, today, isOverdue }: CellProps) {
  const left = count - mostInCell;
  return (
    <td
      aria-current={day === today ? 'date' : undefined}
      className={closed.length > 0 ? 'closed' : undefined}
    >
      <p className="day">
        <time dateTime={day}>{Number(day.slice(8))}</time>
        {count > 0 ? (
          <a className="count" href={`#${isOverdue ? overdueId : dayId(day)}`}>
            {count}
            <span className="unit"> due</span>
            <span className="visually-hidden"> on {dueText(today, day)}</span>
          </a>
        ) : null}
      </p>
      {closed.map((text) => (
        <p key={text} className="closing">
          {text}
        </p>
      ))}
      <ul>
        {rows.slice(0, mostInCell).map(({ id, matter, title, name, appointment }) => (
          <li key={id} className={day < today ? 'late' : undefined}>
            <Link to={matterPath(matter)}>{name}</Link>
            {day < today ? <span className="visually-hidden">, late</span> : null}
            <span className="what">{appointment ? `${appointment}: ${title}` : title}</span>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="closing">{left} more</p> : null}
    </td>
  );
}
