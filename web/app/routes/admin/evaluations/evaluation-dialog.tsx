import { useId } from 'react';
import { data, isRouteErrorResponse, Link, redirect, useLocation, useNavigate } from 'react-router';
import { Dialog } from '../../../components/dialog.tsx';
import { useShowToast } from '../../../components/toast.tsx';
import { siteContext } from '../../../context.ts';
import { trpc } from '../../../trpc.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff, isSignedOut } from '../for-staff.server.ts';
import { leaveNotice } from '../notice-cookie.server.ts';
import { notices } from '../notices.ts';
import { refusalOf } from '../refusal.server.ts';
import type { Route } from './+types/evaluation-dialog';
import { EvaluationRecord } from './evaluation-record.tsx';
import { linkIdOf } from './evaluation-table.tsx';
import { ReviewButtons } from './review-buttons.tsx';

const listPath = '/admin/case-evaluations';

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
    throw redirect(listPath);
  });
}

/** Its data are kept up to date over /trpc. */
export function shouldRevalidate({
  currentParams,
  nextParams,
}: {
  currentParams: { id?: string };
  nextParams: { id?: string };
}) {
  return currentParams.id !== nextParams.id;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(loaderData ? `Case evaluation ${loaderData.reference}` : 'Case evaluation not found');
}

export default function EvaluationDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { data: evaluation } = trpc.evaluations.detail.useQuery({ id }, { initialData: loaderData });
  const close = useClose();
  const showToast = useShowToast();
  const title = useId();
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(id)}>
      <h2 id={title} tabIndex={-1} data-autofocus>
        Case evaluation {evaluation.reference}
      </h2>
      <EvaluationRecord evaluation={evaluation} />
      <div className="record-actions">
        <ReviewButtons
          evaluation={evaluation}
          failure={actionData}
          onReviewed={(decision) => {
            showToast(notices[decision]);
            close();
          }}
        />
        <CloseLink close={close} />
      </div>
    </Dialog>
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const close = useClose();
  const title = useId();
  const missing = isRouteErrorResponse(error) && (error.status === 404 || error.status === 400);
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(params.id ?? '')}>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {missing ? 'This case evaluation was not found' : 'We could not load this'}
      </h2>
      <p>
        {missing
          ? 'It may have been removed. The list shows all that there are.'
          : 'Please close it and try again.'}
      </p>
      <CloseLink close={close} />
    </Dialog>
  );
}

function CloseLink({ close }: { close: () => void }) {
  return (
    <p>
      <Link
        className="button quiet"
        to={listPath}
        onClick={(event) => {
          event.preventDefault();
          close();
        }}
      >
        Close
      </Link>
    </p>
  );
}

/** @returns what goes back to the list: to the page of it that was left, or, for who came by address, to its beginning. */
function useClose(): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    if (state?.fromList) navigate(-1);
    else navigate(listPath, { replace: true, preventScrollReset: true });
  };
}

function focusAfter(id: string): HTMLElement | null {
  const opener = document.getElementById(linkIdOf(id));
  if (opener) return opener;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
