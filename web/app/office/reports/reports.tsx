import { shortDate } from '@claimdesk/forms/calendar';
import { useId } from 'react';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { levels, statuses } from '#web/app/office/matters/matter-words.ts';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { capitalized } from '#web/app/office/submissions/queues.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/reports';

type Reports = Outputs['reports']['read'];

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, ({ reports }) => [reports.read()]);
}

export function meta() {
  return backOfficeMeta('Reports');
}

const promises: Readonly<Record<keyof Reports['promised'], string>> = {
  kept: 'Called in time',
  late: 'Called late',
  missed: 'Not called, and late',
  waiting: 'Still in time',
  decided: 'Decided without a call',
};

const ends: Readonly<Record<keyof Reports['ended'], string>> = {
  kept: 'Done by its day',
  late: 'Done late',
  missed: 'Missed',
  waived: 'Not needed',
  open: 'Still open, and late',
};

/** What arrived and what became of it, in numbers. Each picture is drawn by the server, and its numbers stand beside it. */
export default function ReportsPage() {
  const [{ days, intake, promised, matters, ended }] = trpc.reports.read.useSuspenseQuery();
  const countOf = (filter: Partial<Reports['matters'][number]>) =>
    matters
      .filter((each) => Object.entries(filter).every(([key, value]) => Reflect.get(each, key) === value))
      .reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <BackToDashboard />
      <h1>Reports</h1>
      <Report title="What arrived in the last 30 days">
        <Days
          days={days}
          counts={days.map((_, at) => intake.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))}
        />
        <details className="fold">
          <summary>Each day in numbers</summary>
          <div className="table-scroll">
            <table className="table">
              <caption className="visually-hidden">What arrived, by day</caption>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  {intake.map(({ what }) => (
                    <th key={what} scope="col">
                      {capitalized(what)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day, at) => (
                  <tr key={day}>
                    <th scope="row">{shortDate(day)}</th>
                    {intake.map(({ what, counts }) => (
                      <td key={what} data-label={capitalized(what)}>
                        {counts[at]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </Report>
      <Report title="The first call, against what was promised">
        <p className="prose">Of evaluations and requests for a call that came in the last 30 days.</p>
        <Bars caption="First calls" of={promises} counts={promised} />
      </Report>
      <Report title="Matters by level">
        <Bars
          caption="Matters by level"
          of={levels}
          counts={countsBy(levels, (level) => countOf({ level }))}
        />
      </Report>
      <Report title="Matters by status">
        <Bars
          caption="Matters by status"
          of={statuses}
          counts={countsBy(statuses, (status) => countOf({ status }))}
        />
      </Report>
      <Report title="What was due in the last 90 days">
        <Bars caption="Duties by how they ended" of={ends} counts={ended} />
      </Report>
    </>
  );
}

function countsBy<Key extends string>(
  words: Readonly<Record<Key, string>>,
  count: (key: Key) => number,
): Record<Key, number> {
  const keys = Object.keys(words) as Key[];
  return Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<Key, number>;
}

function Report({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section className="titled" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A column a day, the newest on the right. */
function Days({ days, counts }: { days: readonly string[]; counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const sum = counts.reduce((total, count) => total + count, 0);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <figure className="day-chart">
      <svg viewBox={`0 0 ${days.length * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, at) => (
          <rect
            key={days[at]}
            x={at * 10 + 1}
            width={8}
            y={100 - (count / most) * 100}
            height={(count / most) * 100}
          />
        ))}
      </svg>
      <figcaption>
        {`${shortDate(first)} to ${shortDate(last)}: ${sum} in all, ${Math.max(...counts)} at most on a day.`}
      </figcaption>
    </figure>
  );
}

interface BarsProps<Key extends string> {
  caption: string;
  /** The words of each row, in order. */
  of: Readonly<Record<Key, string>>;
  counts: Readonly<Record<Key, number>>;
}

/** A picture that is its own table: a row has a bar beside its number. */
function Bars<Key extends string>({ caption, of, counts }: BarsProps<Key>) {
  const keys = Object.keys(of) as Key[];
  const most = Math.max(1, ...keys.map((key) => counts[key]));
  return (
    <table className="bars">
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {keys.map((key) => (
          <tr key={key}>
            <th scope="row">{of[key]}</th>
            <td>
              {counts[key]}
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(counts[key] / most) * 100} height={10} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
