import { Link } from 'react-router';
import { backOfficeMeta, firstPage, loginPath } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  sentenceOf,
} from '#web/app/office/staff-request.server.ts';
import type { Route } from './+types/sign-out-everywhere';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.staff.me());
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site) => {
      await site.api.staff.signOutEverywhere();
      return redirectWithNotice(site, loginPath(firstPage), 'signed-out-everywhere');
    },
    (error) => sentenceOf(error),
  );
}

export function meta() {
  return backOfficeMeta('Log out everywhere');
}

/** For a device that was lost, or left signed in. Posts natively: the sign-in page comes next. */
export default function SignOutEverywhere({
  loaderData: { name, shared },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <BackToDashboard />
      <h1>Log out everywhere?</h1>
      {actionData ? (
        <p className="notice error" role="alert">
          {actionData}
        </p>
      ) : null}
      <div className="prose">
        <p>
          This signs {name} out on every computer and phone, this one too. What was typed and not saved is
          lost. Use it when a device was lost or left logged in.
        </p>
        {shared ? <p>Everybody who uses the admin password has to log in again.</p> : null}
        <p>If somebody else may know the password, change the password as well.</p>
      </div>
      <StaffForm className="button-row">
        <button type="submit" className="button danger">
          Log out everywhere
        </button>
        <Link className="button secondary" to={firstPage}>
          Cancel
        </Link>
      </StaffForm>
    </>
  );
}
