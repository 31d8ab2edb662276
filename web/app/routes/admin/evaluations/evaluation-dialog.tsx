import { data, redirect } from 'react-router';
import { useShowToast } from '../../../components/toast.tsx';
import { siteContext } from '../../../context.ts';
import { isSignedOut } from '../../../session/for-signed-in.server.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff } from '../for-staff.server.ts';
import { leaveNotice } from '../notice-cookie.server.ts';
import { notices } from '../notices.ts';
import { refusalOf } from '../refusal.server.ts';
import {
  isOtherSubmission,
  NoSubmissionDialog,
  SubmissionDialog,
  titleOf,
} from '../submissions/submission-dialog.tsx';
import type { Route } from './+types/evaluation-dialog';
import { evaluations } from './evaluations.ts';
import { ReviewButtons } from './review-buttons.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.evaluations.detail({ id: page.params.id }));
}

/** Approve and Reject without script; with it they go over /trpc. */
export function action(page: Route.ActionArgs) {
  return forStaff(page, async (site) => {
    const decision = (await page.request.formData()).get('decision') === 'approved' ? 'approved' : 'rejected';
    try {
      await site.api.evaluations.review({ id: page.params.id, decision });
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const { status, text } = refusalOf(error, 'Failed to update status');
      return data(text, { status });
    }
    leaveNotice(page.context.get(siteContext), decision);
    throw redirect(evaluations.path);
  });
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
