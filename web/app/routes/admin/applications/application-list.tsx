import { Link } from 'react-router';
import { trpc } from '../../../trpc.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff } from '../for-staff.server.ts';
import { firstPage } from '../login/next-path.ts';
import { loadList } from '../submissions/load-list.server.ts';
import { pendingCount } from '../submissions/pending-text.ts';
import { SubmissionList } from '../submissions/submission-list.tsx';
import type { Route } from './+types/application-list';
import { applications } from './applications.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => ({
    ...(await loadList(page, applications)),
    pending: await api.applications.pending(),
  }));
}

/** Opening and closing the details leaves the list as it is; it is kept up to date over /trpc. */
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
      <p>
        <Link to={firstPage}>Back to Dashboard</Link>
      </p>
      <SubmissionList
        queue={applications}
        loaded={loaderData}
        aside={<p className="badge pending">{pendingCount(pending)} pending</p>}
      />
    </>
  );
}
