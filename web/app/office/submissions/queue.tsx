import { useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { loadFilteredList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { orNull } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/queue';
import { pendingCount } from './pending-text.ts';
import { type Queue, queueAt } from './queues.ts';
import { SubmissionList } from './submission-list.tsx';

export function loader(page: Route.LoaderArgs) {
  const { name, showsPending } = queueAt(page.url.pathname);
  return loadFilteredList(
    page,
    (api, request) => api[name].list(request),
    (api) => (showsPending ? [orNull(api[name].pending())] : []),
  );
}

export function action(page: Route.ActionArgs) {
  return searchList(page, queueAt(page.url.pathname).path);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta({ location }: Route.MetaArgs) {
  return backOfficeMeta(queueAt(location.pathname).heading);
}

/** The list of any review queue. */
export default function QueuePage({ loaderData, actionData }: Route.ComponentProps) {
  const queue = queueAt(useLocation().pathname);
  return (
    <>
      <BackToDashboard />
      <SubmissionList
        key={`${queue.name} ${JSON.stringify(loaderData.filter)}`}
        queue={queue}
        loaded={loaderData}
        refusal={actionData}
        aside={queue.showsPending ? <Pending queue={queue} /> : null}
      />
    </>
  );
}

function Pending({ queue }: { queue: Queue }) {
  const { data: pending } = trpc[queue.name].pending.useQuery();
  if (!pending) return null;
  return (
    <p className={pending.count === 0 ? 'badge' : 'badge pending'}>
      {pendingCount(pending)} {queue.statuses.pending.toLowerCase()}
    </p>
  );
}
