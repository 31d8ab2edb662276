import { useShowToast } from '#web/app/components/toast.tsx';
import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { notices } from '#web/app/routes/admin/notices.ts';
import {
  actForStaff,
  failedChange,
  forStaff,
  redirectWithNotice,
  sentenceOf,
} from '#web/app/routes/admin/staff-request.server.ts';
import { decisionIn } from '#web/app/routes/admin/submissions/decision-form.tsx';
import {
  isOtherSubmission,
  NoSubmissionDialog,
  SubmissionDialog,
  titleOf,
} from '#web/app/routes/admin/submissions/submission-dialog.tsx';
import type { Route } from './+types/evaluation-dialog';
import { evaluations } from './evaluations.ts';
import { ReviewButtons } from './review-buttons.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.evaluations.detail({ id: page.params.id }));
}

/** Approve and Reject without script; with it they go over /trpc. */
export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site, posted) => {
      const decision = decisionIn(posted);
      await site.api.evaluations.review({ id: page.params.id, decision });
      return redirectWithNotice(site, evaluations.path, decision);
    },
    (error) => sentenceOf(failedChange(error, 'Failed to update status')),
  );
}

export const shouldRevalidate = isOtherSubmission;

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(titleOf(evaluations, loaderData));
}

export default function EvaluationDialog({ loaderData, actionData }: Route.ComponentProps) {
  const showToast = useShowToast();
  return (
    <SubmissionDialog
      queue={evaluations}
      loaded={loaderData}
      actions={(evaluation, close) => (
        <ReviewButtons
          evaluation={evaluation}
          failure={actionData}
          onReviewed={(decision) => {
            showToast(notices[decision]);
            close();
          }}
        />
      )}
    />
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <NoSubmissionDialog queue={evaluations} error={error} id={params.id ?? ''} />;
}
