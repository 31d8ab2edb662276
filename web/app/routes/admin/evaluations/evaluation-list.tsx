import { backOfficeMeta } from '../back-office-meta.ts';
import { loadList } from '../submissions/load-list.server.ts';
import { SubmissionList } from '../submissions/submission-list.tsx';
import type { Route } from './+types/evaluation-list';
import { evaluations } from './evaluations.ts';

export function loader(page: Route.LoaderArgs) {
  return loadList(page, evaluations);
}

/** Opening and closing the details leaves the list as it is; it is kept up to date over /trpc. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return backOfficeMeta(evaluations.heading);
}

export default function EvaluationList({ loaderData }: Route.ComponentProps) {
  return <SubmissionList queue={evaluations} loaded={loaderData} />;
}
