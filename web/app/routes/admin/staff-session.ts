import { leaveForLogin, type SessionKind } from '../../session/session-kind.ts';
import { trpc } from '../../trpc.ts';
import { loginPath } from './login/next-path.ts';

/** The session of staff, as their open screens keep it. */
export const staffSession: SessionKind = {
  name: 'staff-session',
  loginPath,
  logoutPath: '/admin/logout',
  reason: 'To keep claimants’ data safe',
  useStay: (answers) => trpc.staff.stay.useMutation(answers),
};

export function leaveForStaffLogin(): void {
  leaveForLogin(staffSession);
}
