import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { linkIdOf } from '#web/app/office/list-dialog.tsx';
import { orNull, prefetch } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/today';
import { listPath, scopeIn, todayPath } from './addresses.ts';
import { Due } from './due.tsx';
import { countText, WaitingGroups, waitingIds } from './waiting.tsx';

export function loader(page: Route.LoaderArgs) {
  const scope = scopeIn(page.url.searchParams);
  return prefetch(page, ({ matters }) => [
    matters.today({ scope }),
    orNull<unknown>(matters.waiting({ scope })),
  ]).then((prefetched) => ({
    scope,
    ...prefetched,
  }));
}

export function meta() {
  return backOfficeMeta('Today');
}

export default function TodayPage({ loaderData: { scope } }: Route.ComponentProps) {
  const [{ today, overdue, now, soon }] = trpc.matters.today.useSuspenseQuery({ scope });
  const { data: waiting } = trpc.matters.waiting.useQuery({ scope });
  const [first] = [overdue, now, soon].flatMap(({ rows }) => rows);
  return (
    <>
      {first ? (
        <a className="skip-link" href={`#${linkIdOf(first.id)}`}>
          Skip to what is due first
        </a>
      ) : null}
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
        {waiting ? (
          <nav aria-label="On this page">
            <ul className="record-links">
              <li>
                <a href={`#${waitingIds.calls}`}>To call: {countText(waiting.evaluations)}</a>
              </li>
              <li>
                <a href={`#${waitingIds.replies}`}>
                  Replies: {countText(waiting.callRequests, waiting.documents)}
                </a>
              </li>
            </ul>
          </nav>
        ) : null}
        <p className="hint by-keyboard">
          In a list, <kbd>J</kbd> and <kbd>K</kbd> go to the next and the previous row, <kbd>D</kbd> to Done.
        </p>
      </div>
      <LatestSuccess />
      <Due heading="Overdue" group={overdue} today={today} empty="Nothing is overdue." />
      <Due heading="Due today" group={now} today={today} empty="Nothing is due today." />
      <WaitingGroups waiting={waiting} />
      <Due
        heading="Due in the next 7 days"
        group={soon}
        today={today}
        empty="Nothing is due in the next 7 days."
      />
    </>
  );
}
