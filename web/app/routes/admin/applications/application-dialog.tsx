import { data, redirect } from 'react-router';
import { useShowToast } from '../../../components/toast.tsx';
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
import type { Route } from './+types/application-dialog';
import { applications } from './applications.ts';
import { DecisionButtons, failedTexts } from './decision-buttons.tsx';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.applications.detail({ id: page.params.id }));
}

/** The two buttons without script; with it they go over /trpc. */
export function action(page: Route.ActionArgs) {
  return forStaff(page, async (site) => {
    const decision = (await page.request.formData()).get('decision') === 'approved' ? 'approved' : 'rejected';
    const { approve, reject } = site.api.applications;
    try {
      await (decision === 'approved' ? approve : reject)({ id: page.params.id });
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const { status, text } = refusalOf(error, failedTexts[decision]);
      return data(text, { status });
    }
    leaveNotice(site, `application-${decision}`);
    throw redirect(applications.path);
  });
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
