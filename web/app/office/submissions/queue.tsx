import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { readListFilter } from '#web/app/office/lists/list-filter.ts';
import { loadFilteredList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { forStaff, orNull } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/queue';
import { pendingCount } from './pending-text.ts';
import { type Queue, queueAt } from './queues.ts';
import { SubmissionList } from './submission-list.tsx';

export function loader(page: Route.LoaderArgs) {
  const { name, showsPending } = queueAt(page.url.pathname);
  return forStaff(page, async ({ api }) => ({
    ...(await loadFilteredList(page, (_api, request) => api[name].list(request))),
    pending: showsPending ? await orNull(api[name].pending()) : null,
  }));
}

export function action(page: Route.ActionArgs) {
  return searchList(page, queueAt(page.url.pathname).path);
}

/** Opening and closing the details does not reload the list, which is kept up to date over /trpc. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const [current, next] = [currentUrl, nextUrl].map(({ searchParams }) => readListFilter(searchParams));
  return JSON.stringify(current) !== JSON.stringify(next);
}

export function meta({ location }: Route.MetaArgs) {
  return backOfficeMeta(queueAt(location.pathname).heading);
}

/** The list of any review queue. */
export default function QueuePage({ loaderData, actionData }: Route.ComponentProps) {
  const queue = queueAt(useLocation().pathname);
  const { pending } = loaderData;
  return (
    <>
      <BackToDashboard />
      <SubmissionList
        key={`${queue.name} ${JSON.stringify(loaderData.filter)}`}
        queue={queue}
        loaded={loaderData}
        refusal={actionData}
        aside={pending ? <Pending queue={queue} loaded={pending} /> : null}
      />
    </>
  );
}

function Pending({ queue, loaded }: { queue: Queue; loaded: Outputs[Queue['name']]['pending'] }) {
  const { data: pending } = trpc[queue.name].pending.useQuery(undefined, { initialData: loaded });
  return (
    <p className={pending.count === 0 ? 'badge' : 'badge pending'}>
      {pendingCount(pending)} {queue.statuses.pending.toLowerCase()}
    </p>
  );
}
