import { useId } from 'react';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/today';
import { listPath, todayPath } from './addresses.ts';
import { DueTable } from './due-table.tsx';

type Today = Outputs['matters']['today'];
type Group = Today['overdue'];

/** @returns whose duties an address shows. */
function scopeIn(search: URLSearchParams): 'mine' | 'all' {
  return search.get('whose') === 'mine' ? 'mine' : 'all';
}

export function loader(page: Route.LoaderArgs) {
  const scope = scopeIn(page.url.searchParams);
  return prefetch(page, ({ matters }) => [matters.today({ scope })]).then((prefetched) => ({
    scope,
    ...prefetched,
  }));
}

export function meta() {
  return backOfficeMeta('Today');
}

export default function TodayPage({ loaderData: { scope } }: Route.ComponentProps) {
  const [{ today, overdue, now, soon }] = trpc.matters.today.useSuspenseQuery({ scope });
  return (
    <>
      <div className="title-line">
        <h1>Today</h1>
        <nav aria-label="Whose">
          <ul className="record-links">
            <li>
              <Link to={todayPath} aria-current={scope === 'all' ? 'page' : undefined}>
                Everybody’s
              </Link>
            </li>
            <li>
              <Link to={`${todayPath}?whose=mine`} aria-current={scope === 'mine' ? 'page' : undefined}>
                Mine
              </Link>
            </li>
            <li>
              <Link to={listPath}>All matters</Link>
            </li>
          </ul>
        </nav>
      </div>
      <LatestSuccess />
      <p className="hint keys">
        In a list, <kbd>J</kbd> and <kbd>K</kbd> go to the next and the previous row, <kbd>D</kbd> to Done.
      </p>
      <Due heading="Overdue" group={overdue} today={today} empty="Nothing is overdue." />
      <Due heading="Due today" group={now} today={today} empty="Nothing is due today." />
      <Due
        heading="Due in the next 7 days"
        group={soon}
        today={today}
        empty="Nothing is due in the next 7 days."
      />
    </>
  );
}

interface DueProps {
  heading: string;
  group: Group;
  today: string;
  empty: string;
}

function Due({ heading, group: { rows, count, more }, today, empty }: DueProps) {
  const id = useId();
  const left = count - rows.length;
  return (
    <section className="titled due-group" aria-labelledby={id}>
      <h2 id={id}>
        {heading}
        {count > 0 ? `: ${count}${more ? '+' : ''}` : null}
      </h2>
      {rows.length === 0 ? <p>{empty}</p> : null}
      {rows.length > 0 ? (
        <DueTable caption={`${heading}, the nearest day first.`} rows={rows} today={today} />
      ) : null}
      {left > 0 ? (
        <p>{`${left}${more ? '+' : ''} more are not shown. Those that are due first come first.`}</p>
      ) : null}
    </section>
  );
}
