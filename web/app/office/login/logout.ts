import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { firstPage, loginPath } from '#web/app/office/back-office.ts';
import { redirectWithNotice, requireStaffForm } from '#web/app/office/staff-request.server.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/logout';

/** Log Out is a POST, so that no link or image can do it; a GET redirects to the dashboard. */
export function loader() {
  return redirect(firstPage);
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  try {
    await requireStaffForm(site, await request.formData());
    await site.api.staff.signOut();
  } catch (error) {
    if (isRefused(error, 'forbidden')) return redirectWithNotice(site, firstPage, 'still-signed-in');
    if (!isSignedOut(error)) throw error;
  }
  return redirectWithNotice(site, loginPath(firstPage), 'signed-out');
}
