import { sessionCookie } from '../session-cookie.ts';

export const {
  open: openStaffSession,
  look: lookAtStaffSession,
  prolong: prolongStaffSession,
  end: endStaffSession,
} = sessionCookie({ name: 'admin', sameSite: 'Strict' }, ({ staffSessions }) => staffSessions);
