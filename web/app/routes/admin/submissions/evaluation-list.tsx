import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { loadListForStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/evaluation-list';
import { evaluations } from './queues.ts';
import { SubmissionList } from './submission-list.tsx';

export function loader(page: Route.LoaderArgs) {
  return loadListForStaff(page, (api, cursor) => api.evaluations.list({ cursor }));
}

/** Opening and closing the details does not reload the list, which is kept up to date over /trpc. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return backOfficeMeta(evaluations.heading);
}

export default function EvaluationList({ loaderData }: Route.ComponentProps) {
  return <SubmissionList queue={evaluations} loaded={loaderData} />;
}
