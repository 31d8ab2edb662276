import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { BackToDashboard } from '#web/app/routes/admin/back-office-frame.tsx';
import { forStaff, loadListForStaff } from '#web/app/routes/admin/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/application-list';
import { pendingCount } from './pending-text.ts';
import { applications } from './queues.ts';
import { SubmissionList } from './submission-list.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => ({
    ...(await loadListForStaff(page, (api, cursor) => api.applications.list({ cursor }))),
    pending: await api.applications.pending(),
  }));
}

/** Opening and closing the details does not reload the list, which is kept up to date over /trpc. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return backOfficeMeta(applications.heading);
}

export default function ApplicationList({ loaderData }: Route.ComponentProps) {
  const { data: pending } = trpc.applications.pending.useQuery(undefined, {
    initialData: loaderData.pending,
  });
  return (
    <>
      <BackToDashboard />
      <SubmissionList
        queue={applications}
        loaded={loaderData}
        aside={<p className="badge pending">{pendingCount(pending)} pending</p>}
      />
    </>
  );
}
