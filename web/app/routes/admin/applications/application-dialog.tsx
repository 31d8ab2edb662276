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
import type { Route } from './+types/application-dialog';
import { applications } from './applications.ts';
import { DecisionButtons, failedTexts } from './decision-buttons.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.applications.detail({ id: page.params.id }));
}

/** Handles both buttons without script; with it they go over /trpc. */
export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site, posted) => {
      const { approve, reject } = site.api.applications;
      const decision = decisionIn(posted);
      await (decision === 'approved' ? approve : reject)({ id: page.params.id });
      return redirectWithNotice(site, applications.path, `application-${decision}`);
    },
    (error, posted) => sentenceOf(failedChange(error, failedTexts[decisionIn(posted)])),
  );
}

export const shouldRevalidate = isOtherSubmission;

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(titleOf(applications, loaderData));
}

export default function ApplicationDialog({ loaderData, actionData }: Route.ComponentProps) {
  const showToast = useShowToast();
  return (
    <SubmissionDialog
      queue={applications}
      loaded={loaderData}
      actions={(application, close) => (
        <DecisionButtons
          application={application}
          failure={actionData}
          onDecided={(decision) => {
            showToast(notices[`application-${decision}`]);
            close();
          }}
        />
      )}
    />
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <NoSubmissionDialog queue={applications} error={error} id={params.id ?? ''} />;
}
