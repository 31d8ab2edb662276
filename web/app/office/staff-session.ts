import { isRefusal, trpc } from '#web/app/trpc.ts';
import { leaveForLogin, type SessionKind } from '#web/app/ui/session/session-kind.ts';
import { loginPath } from './back-office.ts';

/** How open pages of the back office keep the staff session. */
export const staffSession: SessionKind = {
  name: 'staff-session',
  loginPath,
  logoutPath: '/admin/logout',
  logoutEverywherePath: '/admin/sign-out-everywhere',
  reason: 'To keep claimants’ data safe',
  useStay: ({ onSuccess, onSignedOut, onFailure }) =>
    trpc.staff.stay.useMutation({
      onSuccess,
      onError: (error) => (isRefusal(error, 'signed-out') ? onSignedOut() : onFailure()),
    }).mutate,
};

export function leaveForStaffLogin(): void {
  leaveForLogin(staffSession);
}
