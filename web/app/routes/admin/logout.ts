import { redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import { isSignedOut } from '../../session/for-signed-in.server.ts';
import type { Route } from './+types/logout';

/** Log Out is a POST, so that no link or image can do it; whoever comes here by address goes on to the dashboard. */
export function loader() {
  return redirect('/admin/dashboard');
}

export async function action({ context }: Route.ActionArgs) {
  try {
    await context.get(siteContext).api.staff.signOut();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  return redirect('/admin/login');
}
