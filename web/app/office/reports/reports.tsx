import { shortDate } from '@claimdesk/forms/calendar';
import { useId } from 'react';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { listAddress } from '#web/app/office/lists/list-filter.ts';
import { listPath as mattersPath } from '#web/app/office/matters/addresses.ts';
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
  const [{ days, intake, promised, dropOff, matters, ended }] = trpc.reports.read.useSuspenseQuery();
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
      <Report title="How far people got in the forms in the last 30 days">
        <p className="prose">
          How many answered each step and went on. Nobody’s answers are counted, and steps that somebody is
          not asked count as answered.
        </p>
        <div className="report-columns">
          {dropOff.map(({ form, title, steps }) => (
            <section key={form} aria-labelledby={`steps-${form}`}>
              <h3 id={`steps-${form}`}>{title}</h3>
              <Bars
                caption={`${title}: how many answered each step`}
                of={Object.fromEntries(
                  steps.map(({ id, title: step }, at) => [id, id === 'sent' ? step : `${at + 1}. ${step}`]),
                )}
                counts={Object.fromEntries(steps.map(({ id, count }) => [id, count]))}
              />
            </section>
          ))}
        </div>
      </Report>
      <Report title="Matters by level and status">
        <Matters matters={matters} />
      </Report>
      <Report title="What was due in the last 90 days">
        <Bars caption="Duties by how they ended" of={ends} counts={ended} />
      </Report>
    </>
  );
}

/** A row for each level, with a bar beside its sum. The sum of each status leads to the list of its matters. */
function Matters({ matters }: Pick<Reports, 'matters'>) {
  type Filter = Partial<Pick<Reports['matters'][number], 'level' | 'status'>>;
  const countOf = ({ level, status }: Filter) =>
    matters
      .filter((each) => (level ?? each.level) === each.level && (status ?? each.status) === each.status)
      .reduce((sum, { count }) => sum + count, 0);
  const allLevels = Object.keys(levels) as (keyof typeof levels)[];
  const allStatuses = Object.keys(statuses) as (keyof typeof statuses)[];
  const most = Math.max(1, ...allLevels.map((level) => countOf({ level })));
  return (
    <div className="table-scroll">
      <table className="table matter-counts">
        <caption className="visually-hidden">Matters by level and status</caption>
        <thead>
          <tr>
            <th scope="col">Level</th>
            {allStatuses.map((status) => (
              <th key={status} scope="col">
                {statuses[status]}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {allLevels.map((level) => (
            <tr key={level}>
              <th scope="row">{levels[level]}</th>
              {allStatuses.map((status) => (
                <td key={status} data-label={statuses[status]}>
                  {countOf({ level, status })}
                </td>
              ))}
              <td data-label="All">
                <span className="summed">
                  {countOf({ level })}
                  <Bar share={countOf({ level }) / most} />
                </span>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">All levels</th>
            {allStatuses.map((status) => (
              <td key={status} data-label={statuses[status]}>
                <Link to={listAddress(mattersPath, { status })}>
                  {countOf({ status })}
                  <span className="visually-hidden"> {statuses[status].toLowerCase()}: open the list</span>
                </Link>
              </td>
            ))}
            <td data-label="All">
              <Link to={mattersPath}>
                {countOf({})}
                <span className="visually-hidden"> matters: open the list</span>
              </Link>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** @param share of the longest one, 0 to 1. */
function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share * 100} height={10} />
    </svg>
  );
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
              <Bar share={counts[key] / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
