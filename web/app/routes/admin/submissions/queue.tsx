import { useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { BackToDashboard } from '#web/app/routes/admin/back-office-frame.tsx';
import { forStaff, loadListForStaff } from '#web/app/routes/admin/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/queue';
import { pendingCount } from './pending-text.ts';
import { type Queue, queueAt } from './queues.ts';
import { SubmissionList } from './submission-list.tsx';

export function loader(page: Route.LoaderArgs) {
  const { name, showsPending } = queueAt(page.url.pathname);
  return forStaff(page, async ({ api }) => ({
    ...(await loadListForStaff(page, (_api, cursor) => api[name].list({ cursor }))),
    pending: showsPending ? await api[name].pending() : null,
  }));
}

/** Opening and closing the details does not reload the list, which is kept up to date over /trpc. */
export function shouldRevalidate() {
  return false;
}

export function meta({ location }: Route.MetaArgs) {
  return backOfficeMeta(queueAt(location.pathname).heading);
}

/** The list of any review queue. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  const queue = queueAt(useLocation().pathname);
  const { pending } = loaderData;
  return (
    <>
      {queue.showsPending ? <BackToDashboard /> : null}
      <SubmissionList
        key={queue.name}
        queue={queue}
        loaded={loaderData}
        aside={pending ? <Pending queue={queue} loaded={pending} /> : null}
      />
    </>
  );
}

function Pending({ queue, loaded }: { queue: Queue; loaded: Outputs[Queue['name']]['pending'] }) {
  const { data: pending } = trpc[queue.name].pending.useQuery(undefined, { initialData: loaded });
  return <p className="badge pending">{pendingCount(pending)} pending</p>;
}
