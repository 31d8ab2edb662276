import { Link } from 'react-router';
import { backOfficeMeta, firstPage } from '#web/app/routes/admin/back-office.ts';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
  sentenceOf,
} from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/remove-samples';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'samples.removeAll');
    return site.api.samples.count();
  });
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site) => {
      await site.api.samples.removeAll();
      return redirectWithNotice(site, firstPage, 'samples-removed');
    },
    (error) => sentenceOf(error),
  );
}

export function meta() {
  return backOfficeMeta('Remove all samples');
}

/** Asks before every sample is deleted. */
export default function RemoveSamples({
  loaderData: { count, phrase },
  actionData: message,
}: Route.ComponentProps) {
  return (
    <>
      <h1>Remove all samples?</h1>
      <p>
        {count === 0
          ? 'There are no samples left.'
          : `${phrase} will be deleted for good. What you wrote yourselves stays.`}
      </p>
      <StaffForm className="review">
        <p role="alert" className={message ? 'notice error' : undefined}>
          {message}
        </p>
        <div className="button-row">
          <Link className="button secondary" to={firstPage}>
            {count === 0 ? 'Back to Dashboard' : 'Keep them'}
          </Link>
          {count === 0 ? null : (
            <button type="submit" className="button danger">
              Remove them
            </button>
          )}
        </div>
      </StaffForm>
    </>
  );
}
